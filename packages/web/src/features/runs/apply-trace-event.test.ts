import { expect, it } from 'vitest';
import { logged, retrievalTurn } from '../chat/testing/logged-events.ts';
import { buildTrace } from './apply-trace-event.ts';
import { itemNumber } from './item-number.ts';
import { answeringSpan, figuresOf, spanOfNode, traceRows } from './trace-rows.ts';
import { workShares } from './work-shares.ts';

const trace = buildTrace(logged(retrievalTurn));

it('every node and step becomes a span with its time, input and output', () => {
  expect(trace.ms).toBe(160);
  expect(trace.spans.find(({ id }) => id === 's3')).toMatchObject({
    kind: 'model',
    status: 'done',
    startMs: 100,
    ms: 30,
    firstTokenMs: 9,
    usage: { inputTokens: 120, outputTokens: 12 },
    output: { text: 'Yes, we ship [1].' },
  });
});

it('a cached value has only an end event and is shown as cached', () => {
  expect(trace.spans[0]).toMatchObject({ id: 'store_0', status: 'cached', ms: 0 });
});

it('steps stand indented under the node that called them', () => {
  const rows = traceRows(trace).map(({ span, depth }) => `${'  '.repeat(depth)}${span.id}`);
  expect(rows).toEqual(['store_0', 'model_0', 'chain_0', '  s1', '  s2', '  s3']);
});

it('the last call of a model is what explains the answer', () => {
  expect(answeringSpan(trace)?.id).toBe('s3');
});

it('a node of the canvas leads to its own work: the model node to the model call', () => {
  expect(spanOfNode(trace, 'model_0')?.id).toBe('s3');
  expect(spanOfNode(trace, 'chain_0')?.id).toBe('chain_0');
  expect(spanOfNode(trace, 'nowhere')).toBeUndefined();
});

it('a node has the tokens and the cost of its steps together', () => {
  const chain = trace.spans.find(({ id }) => id === 'chain_0')!;
  expect(figuresOf(chain, trace)).toEqual({
    inputTokens: 120,
    outputTokens: 12,
    costUsd: 0.0004,
    firstTokenMs: 9,
  });
  expect(figuresOf(trace.spans[0]!, trace)).toEqual({});
});

it('time inside other work is counted once: the search embeds, so its own share is the rest', () => {
  expect(workShares(trace)).toEqual([
    { kind: 'retrieval', ms: 21 },
    { kind: 'embedding', ms: 4 },
    { kind: 'model', ms: 30 },
  ]);
});

it('a failed node keeps its message, a branch not taken its reason', () => {
  const spans = buildTrace(
    logged([
      { type: 'node-start', nodeId: 'a', name: 'model', label: 'Model', input: {} },
      {
        type: 'node-error',
        nodeId: 'a',
        name: 'model',
        ms: 3,
        code: 'PROVIDER_UNAUTHORIZED',
        message: 'Refused.',
      },
      { type: 'node-skip', nodeId: 'b', name: 'other', reason: 'branch not taken' },
    ]),
  ).spans;
  expect(spans).toMatchObject([
    { status: 'failed', error: 'Refused.' },
    { status: 'skipped', reason: 'branch not taken' },
  ]);
});

it('what still ran when the run ended was stopped with it', () => {
  const { spans } = buildTrace(
    logged([
      { type: 'node-start', nodeId: 'a', name: 'model', label: 'Model', input: {} },
      { type: 'run-end', status: 'cancelled', ms: 50 },
    ]),
  );
  expect(spans[0]).toMatchObject({ status: 'cancelled', ms: 50 });
});

it('a node in a loop has a span for each round', () => {
  const round = [
    { type: 'node-start', nodeId: 'a', name: 'n', label: 'N', input: {} },
    { type: 'node-end', nodeId: 'a', name: 'n', ms: 1, output: {} },
  ] as const;
  const { spans } = buildTrace(logged([...round, ...round]));
  expect(spans.map(({ id, status, round }) => [id, status, round])).toEqual([
    ['a', 'done', undefined],
    ['a#2', 'done', 2],
  ]);
});

it('a waiting node keeps what a person is asked, also when the run has paused, and goes on when it was decided', () => {
  const action = {
    id: 'a',
    mapping: { approve: 'Yes', reject: 'No', toolCalls: [] },
    elements: [],
    data: { nodeId: 'a', nodeLabel: 'Approval', input: 'Refund?' },
  };
  const paused = logged([
    { type: 'node-start', nodeId: 'a', name: 'n', label: 'N', input: {} },
    { type: 'node-wait', nodeId: 'a', name: 'n', action },
    { type: 'run-end', status: 'waiting', ms: 5 },
  ]);
  expect(buildTrace(paused).spans).toMatchObject([{ id: 'a', status: 'waiting', action }]);
  const decided = logged([
    { type: 'node-start', nodeId: 'a', name: 'n', label: 'N', input: {} },
    { type: 'node-end', nodeId: 'a', name: 'n', ms: 9, output: 'Yes', branches: ['approved'] },
  ]);
  expect(buildTrace([...paused, ...decided]).spans).toMatchObject([
    { status: 'done', branches: ['approved'] },
  ]);
});

it('a pinned value shows as pinned, not as work', () => {
  const { spans } = buildTrace(
    logged([{ type: 'node-end', nodeId: 'a', name: 'n', ms: 0, output: 'kept', isPinned: true }]),
  );
  expect(spans[0]).toMatchObject({ status: 'pinned', output: 'kept' });
});

it('a node inside iterations has a span for each element, with its own steps', () => {
  const element = (frame: string, stepId: string) =>
    [
      { type: 'node-start', nodeId: 'a', name: 'n', label: 'N', input: {}, frame },
      { type: 'step-start', stepId, kind: 'tool', name: 't', callerId: 'a', input: {}, frame },
      { type: 'step-end', stepId, kind: 'tool', name: 't', callerId: 'a', ms: 1, frame },
      { type: 'node-end', nodeId: 'a', name: 'n', ms: 1, output: frame, frame },
    ] as const;
  const built = buildTrace(logged([...element('i#0/j#0', 's1'), ...element('i#2/j#1', 's2')]));
  expect(
    traceRows(built).map(({ span, depth }) => [
      span.id,
      depth,
      span.round,
      span.frame && itemNumber(span.frame),
    ]),
  ).toEqual([
    ['i#0/j#0/a', 2, undefined, '1.1'],
    ['s1', 3, undefined, '1.1'],
    ['i#2/j#1/a', 2, undefined, '3.2'],
    ['s2', 3, undefined, '3.2'],
  ]);
});

it('another attempt and a restart have lines of their own, and what a restart cut off is no round', () => {
  const begin = { type: 'node-start', nodeId: 'a', name: 'n', label: 'N', input: {} } as const;
  const failed = { attempt: 1, of: 3, waitMs: 500, code: 'NODE_FAILED', message: 'Busy.' };
  const { spans, notes } = buildTrace(
    logged([
      begin,
      { type: 'node-retry', nodeId: 'a', name: 'n', ...failed },
      { type: 'run-resume', attempt: 1 },
      begin,
      { type: 'node-end', nodeId: 'a', name: 'n', ms: 1, output: {} },
    ]),
  );
  expect(notes).toMatchObject([
    { kind: 'retry', afterId: 'a', attempt: 1, of: 3, waitMs: 500, message: 'Busy.' },
    { kind: 'resume', afterId: 'a' },
  ]);
  expect(spans.map(({ id, status, round }) => [id, status, round])).toEqual([
    ['a', 'cancelled', undefined],
    ['a#2', 'done', undefined],
  ]);
});
