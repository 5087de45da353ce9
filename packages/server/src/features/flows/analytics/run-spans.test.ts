import type { RunEvent } from '@tendril/contract/run-event';
import { expect, it } from 'vitest';
import { runSpans } from './run-spans.ts';

const runId = '01890a5d-ac96-774b-bcce-b302099a8057';

function spansOf(...events: RunEvent[]) {
  return runSpans({
    id: runId,
    flow: { id: 'f', name: 'Garden' },
    sessionId: 's',
    source: 'api',
    versionNumber: 3,
    linkedRunId: '01890a5d-ac96-774b-bcce-b302099a8058',
    events: events.map((event, index) => ({ at: 1000 + index, event })),
  });
}

const start: RunEvent = { type: 'run-start', flowId: 'f', question: 'Why?', versionNumber: 3, isDemo: false };
const end: RunEvent = {
  type: 'run-end',
  status: 'failed',
  ms: 9,
  error: { code: 'X', message: 'It broke.' },
};
const nodeStart = (nodeId: string, name: string, frame?: string): RunEvent => ({
  type: 'node-start',
  nodeId,
  name,
  label: nodeId,
  input: {},
  ...(frame && { frame }),
});

it('a step stands below its node, the node of an iteration below the iteration, and all below the run', () => {
  const spans = spansOf(
    start,
    nodeStart('loop', 'iterationAgentflow'),
    nodeStart('helper', 'agentAgentflow', 'loop#1'),
    {
      type: 'step-start',
      stepId: 't',
      kind: 'tool',
      name: 'search',
      input: { words: 'roses' },
      callerId: 'helper',
      frame: 'loop#1',
    },
    {
      type: 'step-end',
      stepId: 't',
      kind: 'tool',
      name: 'search',
      error: 'No answer.',
      ms: 1,
      callerId: 'helper',
      frame: 'loop#1',
    },
    {
      type: 'node-error',
      nodeId: 'helper',
      name: 'agentAgentflow',
      frame: 'loop#1',
      ms: 3,
      code: 'X',
      message: 'Failed.',
    },
    end,
  );
  const [run, loop, helper, tool] = spans;
  expect(spans.map(({ name }) => name)).toEqual([
    'invoke_workflow Garden',
    'loop',
    'invoke_agent helper',
    'execute_tool search',
  ]);
  expect([loop?.parentSpanId, helper?.parentSpanId, tool?.parentSpanId]).toEqual([
    run?.spanId,
    loop?.spanId,
    helper?.spanId,
  ]);
  expect(tool).toMatchObject({
    error: 'No answer.',
    attributes: { 'gen_ai.tool.name': 'search', 'gen_ai.tool.call.arguments': '{"words":"roses"}' },
  });
  expect(helper).toMatchObject({ error: 'Failed.', startMs: 1002, endMs: 1005 });
  expect(run).toMatchObject({
    traceId: '01890a5dac96774bbcceb302099a8057',
    link: { traceId: '01890a5dac96774bbcceb302099a8058' },
    error: 'It broke.',
    endMs: 1006,
  });
  expect(loop?.endMs, 'a node that never ended ends with its run').toBe(1006);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  for (const { spanId } of spans) expect(spanId).toMatch(/^[0-9a-f]{16}$/);
});

it('a node that a crash cut off is over where the run went on', () => {
  const spans = spansOf(
    start,
    nodeStart('a', 'llmChain'),
    { type: 'run-resume', attempt: 2 },
    nodeStart('a', 'llmChain'),
    {
      type: 'node-end',
      nodeId: 'a',
      name: 'llmChain',
      ms: 1,
      output: 'Because.',
    },
  );
  expect(spans.slice(1).map(({ endMs, error, output }) => [endMs, error !== undefined, output])).toEqual([
    [1002, true, undefined],
    [1004, false, 'Because.'],
  ]);
});
