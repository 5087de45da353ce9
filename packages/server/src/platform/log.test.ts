import { expect, it } from 'vitest';
import { withTraceId } from './log.ts';

it('lines about a run or call name its trace', () => {
  const runId = '01890a5d-ac96-774b-bcce-b302099a8057';
  expect(withTraceId({ runId })).toEqual({ runId, traceId: '01890a5dac96774bbcceb302099a8057' });
  expect(withTraceId({ callId: 'a-b', runId })).toMatchObject({ traceId: 'ab' });
  const fields = { path: '/' };
  expect(withTraceId(fields)).toBe(fields);
});
