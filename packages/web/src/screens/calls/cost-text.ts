import type { CallCost } from '@tendril/contract/api/call-details';
import { dollarsText } from '../../kit/lib/dollars-text.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { say } from '../../kit/texts/texts.ts';

/** What is known of a call's cost, and whether there is more. */
export function costText({ knownUsd, hasUnknown }: Pick<CallCost, 'knownUsd' | 'hasUnknown'>): string {
  const amount = dollarsText(knownUsd);
  return hasUnknown ? say(callsTexts, 'atLeast', { amount }) : amount;
}
