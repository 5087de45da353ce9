import type { RouteStep } from '@tendril/contract/api/phone-number-checks';
import { phoneCheckTexts } from '../../kit/texts/en/phone-checks.ts';
import { say } from '../../kit/texts/texts.ts';
import { spoken } from './check-words.ts';

const sentences = {
  'country taken': 'countryTaken',
  'country refused': 'countryRefused',
  'country unknown': 'countryUnknown',
  'paused paused': 'pausedPaused',
  'hours always': 'hoursRuleAlways',
  'hours open': 'hoursRuleOpen',
  'hours closed': 'hoursRuleClosed',
  'after-hours answers': 'afterHoursAnswers',
  'after-hours none': 'afterHoursNone',
  'after-hours gone': 'afterHoursGone',
  'agents only': 'agentsOnly',
  'agents drawn': 'agentsDrawn',
  'agents none': 'agentsNone',
  'agents gone': 'agentsGone',
  'agents version-gone': 'agentsVersionGone',
  'fallback forwards': 'fallbackForwards',
  'fallback none': 'fallbackNone',
} as const;

const passing: ReadonlySet<string> = new Set([
  'country taken',
  'hours always',
  'hours open',
  'after-hours answers',
  'agents only',
  'agents drawn',
  'fallback forwards',
]);

/** A rule that a call met, in words, and whether it let the call through. */
export function stepWords({ rule, finding, values }: RouteStep): { text: string; isPassed: boolean } {
  const name = `${rule} ${finding}`;
  const key = sentences[name as keyof typeof sentences];
  return { text: key ? say(phoneCheckTexts, key, spoken(values)) : finding, isPassed: passing.has(name) };
}
