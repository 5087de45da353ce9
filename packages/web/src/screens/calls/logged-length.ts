import type { Call } from '@tendril/contract/api/calls';
import type { CallView } from '../../features/voice/call-view.ts';

type LengthOf = Pick<Call, 'durationMs' | 'endedAt'>;

/**
 * How long a call is on the clock of its log, which its recording shares. The clock begins before the conversation does,
 * by the time that the agent takes to load; a call in progress is as long as what has happened in it.
 */
export function loggedLength({ durationMs, endedAt }: LengthOf, view: CallView): number {
  if (endedAt !== null) return Math.max(1, durationMs, view.end?.offsetMs ?? 0);
  const moments = [
    ...view.entries.map(({ offsetMs }) => offsetMs),
    ...view.spans.map(({ endMs = 0 }) => endMs),
  ];
  return Math.max(1, ...moments);
}
