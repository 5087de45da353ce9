import type { ReplayBatch } from '@tendril/contract/api/call-replays';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { say } from '../../kit/texts/texts.ts';

/** Against what a batch was replayed. */
export function versionText({ version, versionNumber }: ReplayBatch): string {
  if (version === 'live') return say(callsTexts, 'versionLive');
  if (version === 'draft') return say(callsTexts, 'versionDraft');
  return say(callsTexts, 'versionOld', { number: versionNumber ?? 0 });
}

/** How a batch came out, in a word where it was one call. */
export function batchVerdict({ counts }: ReplayBatch): string {
  const verdicts = ['running', 'same', 'reworded', 'changed', 'error'] as const;
  const found = verdicts.filter((verdict) => counts[verdict] > 0);
  const [only] = found;
  if (found.length === 1 && only) return say(callsTexts, `status_${only}`);
  return say(callsTexts, 'ofCalls', { count: counts.same, all: counts.all });
}
