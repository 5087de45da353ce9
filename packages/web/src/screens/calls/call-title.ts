import type { Call } from '@tendril/contract/api/calls';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { say } from '../../kit/texts/texts.ts';
import { callerName } from './caller-name.ts';

/** The title of a call's page: the number, or what kind of call it was. */
export function callTitle(call: Call): string {
  if (call.kind === 'phone') return callerName(call);
  return say(callsTexts, call.channel === 'text' ? 'typedCall' : 'browserCall');
}
