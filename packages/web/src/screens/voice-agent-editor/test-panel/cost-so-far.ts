import type { CallView } from '../../../features/voice/call-view.ts';

const msPerMinute = 60_000;

/** US dollars of a call under way, counted as the server counts its end: by the minute where there is such a price, else by the work. */
export function costSoFar(
  { steps, isDemo }: Pick<CallView, 'steps' | 'isDemo'>,
  usdPerMinute: number | undefined,
  elapsedMs: number,
): number {
  const isByMinute = usdPerMinute !== undefined;
  const work = steps.reduce((sum, step) => {
    if (step.type !== 'step-end' || (isByMinute && step.kind === 'model')) return sum;
    return sum + (step.costUsd ?? 0);
  }, 0);
  return work + (isByMinute && !isDemo ? (usdPerMinute * elapsedMs) / msPerMinute : 0);
}
