import { expect, it } from 'vitest';
import { toLatency } from './call-latency.ts';

it('names Retell’s parts of the answers of a call, and leaves out what was never measured', () => {
  const times = Array.from({ length: 100 }, (_, index) => ({ e2eMs: 100 - index, llmMs: 7 }));
  const { e2e, llm, asr, tts } = toLatency(times);
  expect(e2e).toMatchObject({ p50: 50, p90: 90, p95: 95, p99: 99, max: 100, min: 1, num: 100 });
  expect(e2e?.values.slice(0, 2)).toEqual([100, 99]);
  expect([llm?.p50, asr, tts]).toEqual([7, undefined, undefined]);
  expect(toLatency([])).toEqual({});
});

it('measures the vendors by answers that were not begun early, and the wait by all', () => {
  const { e2e, llm, tts } = toLatency([
    { e2eMs: 900, llmMs: 300, ttsMs: 90 },
    { e2eMs: 500, llmMs: 0, ttsMs: 0, aheadMs: 400 },
  ]);
  expect([e2e?.num, llm?.values, tts?.values]).toEqual([2, [300], [90]]);
});
