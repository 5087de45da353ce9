import { expect, it } from 'vitest';
import type { CallView } from '../../../features/voice/call-view.ts';
import { costSoFar } from './cost-so-far.ts';

const step = (kind: 'model' | 'retrieval', costUsd: number): CallView['steps'][number] => ({
  ...{ callId: 'c', seq: 1, at: 0, offsetMs: 0, turn: 1, stepId: `${kind}-1` },
  ...{ type: 'step-end', kind, name: kind, ms: 1, costUsd },
});
const steps = [step('model', 0.5), step('retrieval', 0.25)];

it.each<[string, boolean, number | undefined, number]>([
  ['a spoken call costs its minutes and its searches, not its tokens again', false, 0.1, 0.05 + 0.25],
  ['a typed call costs its work', false, undefined, 0.75],
  ['the demo model costs nothing by the minute', true, 0.1, 0.25],
])('%s', (_, isDemo, usdPerMinute, costUsd) => {
  expect(costSoFar({ steps, isDemo }, usdPerMinute, 30_000)).toBeCloseTo(costUsd);
});
