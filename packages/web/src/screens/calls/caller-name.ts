import type { Call } from '@tendril/contract/api/calls';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { say } from '../../kit/texts/texts.ts';

/** Who was on the other end: a number, or what the call came through. */
export function callerName({ kind, direction, fromNumber, toNumber, channel }: Call): string {
  if (kind === 'phone') return direction === 'inbound' ? fromNumber : toNumber;
  return say(callsTexts, channel === 'text' ? 'typed' : 'browser');
}
