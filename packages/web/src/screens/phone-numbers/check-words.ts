import type { HealthCheck, HealthCheckName } from '@tendril/contract/api/phone-number-checks';
import { countryName } from '../../features/phone/country-name.ts';
import { placeOf } from '../../features/phone/hours-words.ts';
import { relativeTime } from '../../kit/lib/relative-time.ts';
import { phoneCheckTexts } from '../../kit/texts/en/phone-checks.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { say } from '../../kit/texts/texts.ts';

const titles = {
  format: 'format',
  connection: 'connection',
  carrier: 'carrier',
  line: 'line',
  inbound: 'inbound',
  hours: 'hours',
  'last-call': 'lastCall',
} as const satisfies Record<HealthCheckName, string>;

const sentences = {
  'format valid': 'formatValid',
  'format invalid': 'formatInvalid',
  'format browser': 'formatBrowser',
  'connection browser': 'connectionBrowser',
  'connection none': 'connectionNone',
  'connection secret-gone': 'connectionSecretGone',
  'connection no-trunk': 'connectionNoTrunk',
  'connection trunk-found': 'connectionTrunkFound',
  'connection trunk-missing': 'connectionTrunkMissing',
  'connection trunk-blocked': 'connectionTrunkBlocked',
  'connection no-secret': 'connectionNoSecret',
  'connection secret': 'connectionSecret',
  'carrier known': 'carrierKnown',
  'carrier not-in-account': 'carrierNotInAccount',
  'carrier no-voice': 'carrierNoVoice',
  'carrier refused': 'carrierRefused',
  'line no-transport': 'lineNoTransport',
  'line sip-off': 'lineSipOff',
  'line sip-elsewhere': 'lineSipElsewhere',
  'line sip-fault': 'lineSipFault',
  'line sip-open': 'lineSipOpen',
  'line sip-waiting': 'lineSipWaiting',
  'line sip-registered': 'lineSipRegistered',
  'line sip-silent': 'lineSipSilent',
  'line sip-refused': 'lineSipRefused',
  'line no-address': 'lineNoAddress',
  'line asks-here': 'lineAsksHere',
  'line asks-elsewhere': 'lineAsksElsewhere',
  'line not-told': 'lineNotTold',
  'inbound matches': 'inboundMatches',
  'inbound no-agent': 'inboundNoAgent',
  'inbound agent-gone': 'inboundAgentGone',
  'inbound version-gone': 'inboundVersionGone',
  'inbound fallback-only': 'inboundFallbackOnly',
  'inbound paused': 'inboundPaused',
  'hours always': 'hoursAlways',
  'hours open': 'hoursOpen',
  'hours closed': 'hoursClosed',
  'hours nobody': 'hoursNobody',
  'last-call none': 'lastCallNone',
  'last-call ended': 'lastCallEnded',
  'last-call ongoing': 'lastCallOngoing',
  'last-call registered': 'lastCallRegistered',
  'last-call failed': 'lastCallFailed',
} as const;

/** The name and result of a check. */
export function checkWords(check: HealthCheck): { title: string; text: string } {
  const key = sentences[`${check.name} ${check.finding}` as keyof typeof sentences];
  const isNowhere = key === 'formatValid' && check.values['country'] === '';
  return {
    title: say(phoneCheckTexts, titles[check.name]),
    text: key
      ? say(phoneCheckTexts, isNowhere ? 'formatValidNowhere' : key, spoken(check.values))
      : check.finding,
  };
}

/** Values as display names: countries, carriers, days and places. */
export function spoken(values: Readonly<Record<string, string>>): Record<string, string | number> {
  const words: Record<string, string | number> = { ...values };
  const { country, carrier, day, timezone, at, count } = values;
  if (country) words['country'] = countryName(country);
  if (carrier === 'twilio' || carrier === 'telnyx') words['carrier'] = say(phoneNumberTexts, carrier);
  if (day) words['day'] = say(phoneNumberTexts, day as 'mon');
  if (timezone) words['place'] = placeOf(timezone);
  if (at) words['age'] = relativeTime(Number(at));
  if (count) words['count'] = Number(count);
  return words;
}
