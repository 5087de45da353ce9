import type { SipHeaders } from '../message/sip-headers.ts';
import { splitList } from '../message/sip-headers.ts';
import { readParams } from '../message/sip-uri.ts';

/** What is asked for: half an hour, refreshed after a quarter. */
const usualSeconds = 1800;
/** Nobody may ask for less. */
export const leastSeconds = 90;

/** How often a call has to be refreshed, and by whom: RFC 4028. */
export interface SessionInterval {
  seconds: number;
  isOurs: boolean;
}

/** The headers of an INVITE that asks for a refreshed session. */
export function sessionHeaders(minSeconds = leastSeconds): Record<string, string> {
  const seconds = Math.max(usualSeconds, minSeconds);
  return { supported: 'timer', 'session-expires': String(seconds), 'min-se': String(minSeconds) };
}

function readInterval(headers: SipHeaders): { seconds: number; refresher: string | undefined } | undefined {
  const [seconds = '', ...params] = splitList(headers.get('session-expires') ?? '', ';');
  if (!/^\d{1,9}$/.test(seconds)) return undefined;
  return { seconds: Number(seconds), refresher: readParams(params).get('refresher') };
}

/** What the answer to a request of ours has decided; undefined: the session is not timed. */
export function agreedInterval(response: SipHeaders): SessionInterval | undefined {
  const found = readInterval(response);
  if (!found || found.seconds < leastSeconds) return undefined;
  return { seconds: found.seconds, isOurs: found.refresher !== 'uas' };
}

/** What a request asks for, and the headers that its answer needs. */
export function answeredInterval(
  request: SipHeaders,
): { interval: SessionInterval; headers: Record<string, string> } | 'too-small' | undefined {
  const found = readInterval(request);
  if (!found) return undefined;
  if (found.seconds < leastSeconds) return 'too-small';
  // A side that does not know of timers cannot refresh.
  const isOurs = found.refresher === 'uas' || !request.has('supported', 'timer');
  const value = `${found.seconds};refresher=${isOurs ? 'uas' : 'uac'}`;
  const headers = { 'session-expires': value, ...(!isOurs && { require: 'timer' }) };
  return { interval: { seconds: found.seconds, isOurs }, headers };
}

/** When a session has to be refreshed, or is over because nobody has. */
export function intervalMs({ seconds, isOurs }: SessionInterval): number {
  return 1000 * (isOurs ? seconds / 2 : seconds - Math.min(32, seconds / 3));
}
