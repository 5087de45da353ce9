import type { RunEvent, RunPart } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { nodeFingerprint } from './node-fingerprint.ts';
import { runFlow } from './run-flow.ts';
import { plannedNodes, planScope } from './run-scope.ts';
import { ToyPipeline, toySteps } from './testing/toy-pipeline.ts';
import { toyRequest } from './testing/toy-request.ts';

type Outputs = Record<string, unknown> | undefined;

const at = { x: 0, y: 0 };
const started = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'node-start' ? event.nodeId : []));

/** Start → a → b → stop, and a canvas that remembers what its nodes gave. */
async function canvas(build: (pipeline: ToyPipeline) => void) {
  const pipeline = new ToyPipeline();
  build(pipeline);
  const plan = await compileFlow(pipeline.flow.build(), toySteps);
  const kept = new Map<string, Outputs>();
  const run = async (part?: RunPart, given: Parameters<typeof toyRequest>[0] = {}) => {
    const usable = part && part.kind !== 'to' ? new Map(kept) : new Map();
    const scope = planScope(plan, { usesPins: true, kept: usable, ...(part && { part }) });
    const request = toyRequest({ scope, kept: usable, usesPins: true, ...given });
    const outcome = await runFlow(plan, { ...request, onSettled: (id, outputs) => kept.set(id, outputs) });
    return {
      outcome,
      events: request.events,
      planned: plannedNodes(plan, scope),
      ran: started(request.events),
    };
  };
  return { plan, kept, run, pipeline };
}

const line = (pipeline: ToyPipeline) => {
  const first = pipeline.add('toySay', [pipeline.start], { word: 'a' });
  const second = pipeline.add('toySay', [first], { word: 'b' });
  pipeline.add('toyStop', [second]);
};

describe('a run of a part', () => {
  it('runs only the node, with what came before from the last run', async () => {
    const { run } = await canvas(line);
    await run();
    const { ran, outcome, planned } = await run({ kind: 'only', nodeId: 'toySay_1' });
    expect(ran).toEqual(['toySay_1']);
    expect(planned).toEqual(['toySay_1']);
    expect(outcome).toMatchObject({ status: 'done', answer: { text: 'b' } });
  });

  it('runs what is missing too, and says so', async () => {
    const { run, kept } = await canvas(line);
    await run();
    kept.delete('toySay_0');
    const { ran, planned } = await run({ kind: 'only', nodeId: 'toySay_1' });
    expect(ran).toEqual(['toySay_0', 'toySay_1']);
    expect(planned).toEqual(ran);
    kept.clear();
    const { ran: all } = await run({ kind: 'only', nodeId: 'toySay_1' });
    expect(all).toEqual(['toyStart_0', 'toySay_0', 'toySay_1']);
  });

  it('runs up to a node and nothing after it', async () => {
    const { run } = await canvas(line);
    const { ran, outcome } = await run({ kind: 'to', nodeId: 'toySay_0' });
    expect(ran).toEqual(['toyModel_0', 'toyStart_0', 'toySay_0']);
    expect(outcome.answer?.text).toBe('a');
  });

  it('runs from a node on, to the answer', async () => {
    const { run } = await canvas(line);
    await run();
    const { ran, outcome } = await run({ kind: 'from', nodeId: 'toySay_1' });
    expect(ran).toEqual(['toySay_1', 'toyStop_0']);
    expect(outcome.answer?.text).toBe('a b');
  });

  it('runs the ending alone', async () => {
    const { run } = await canvas(line);
    await run();
    const { ran, outcome } = await run({ kind: 'only', nodeId: 'toyStop_0' });
    expect(ran).toEqual(['toyStop_0']);
    expect(outcome.answer?.text).toBe('a b');
  });

  it('goes round a loop on the way to a node, and from a node within it', async () => {
    const { run } = await canvas((pipeline) => {
      const say = pipeline.add('toySay', [pipeline.start], { word: 'a', stepName: 'W' });
      const fork = pipeline.fork([say], { word: 'a', often: 2 });
      fork.way('Again', pipeline.add('toyBack', [], { to: 'W' }));
      const last = pipeline.add('toySay', [], { word: 'z' });
      fork.way('Done', last);
      pipeline.add('toyStop', [last]);
    });
    const to = await run({ kind: 'to', nodeId: 'toySay_1' });
    expect(to.outcome.answer?.text).toBe('z');
    expect(to.ran.filter((id) => id === 'toySay_0')).toHaveLength(2);
    const whole = await run({ kind: 'from', nodeId: 'toyStart_0' });
    expect(whole.outcome.answer?.text).toBe('a a z');
    const from = await run({ kind: 'from', nodeId: 'toyUntil_0' });
    expect(from.outcome.answer?.text).toBe('a a z');
  });

  it('goes back from a node to a step whose inputs are not stored', async () => {
    const { run, kept } = await canvas((pipeline) => {
      const say = pipeline.add('toySay', [pipeline.start], { word: 'a', stepName: 'W' });
      pipeline.flow.connect(pipeline.flow.add('toyModel', at), say, 'model');
      const second = pipeline.add('toySay', [say], { word: 'b' });
      const fork = pipeline.fork([second], { word: 'b', often: 3 });
      fork.way('Again', pipeline.add('toyBack', [], { to: 'W' }));
      fork.way('Done', pipeline.add('toyStop', []));
    });
    await run({ kind: 'to', nodeId: 'toySay_1' });
    kept.delete('toyModel_1');
    const { outcome } = await run({ kind: 'from', nodeId: 'toySay_1' });
    expect(outcome.answer?.text).toBe('a:toyModel_1 b a:toyModel_1 b a:toyModel_1 b');
  });

  it('says in words that a node got no input', async () => {
    const { run } = await canvas((pipeline) => {
      const say = pipeline.add('toySay', [pipeline.start], { word: 'a' });
      const fork = pipeline.fork([say], { word: 'a', often: 1 });
      fork.way('Again', pipeline.add('toySay', [], { word: 'never' }));
      fork.way('Done', pipeline.add('toyStop', []));
    });
    await run();
    const { outcome } = await run({ kind: 'only', nodeId: 'toySay_1' });
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/branch that was not taken/) },
    });
  });

  it('refuses a node that the flow does not have, by the name of the field', async () => {
    const { plan } = await canvas(line);
    expect(() => planScope(plan, { part: { kind: 'only', nodeId: 'nobody' } })).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        details: [expect.objectContaining({ path: 'part.nodeId' })],
      }),
    );
  });

  it('is stopped only by what is wrong with its own nodes', async () => {
    const { run, plan } = await canvas((pipeline) => {
      line(pipeline);
      pipeline.find('toySay_1').data.inputs = { ...pipeline.find('toySay_1').data.inputs, word: '' };
    });
    expect(plan.problems).toMatchObject([{ code: 'INVALID_VALUE', nodeId: 'toySay_1', input: 'word' }]);
    expect((await run()).outcome.status).toBe('failed');
    expect((await run({ kind: 'to', nodeId: 'toySay_0' })).outcome.answer?.text).toBe('a');
    expect((await run({ kind: 'to', nodeId: 'toySay_1' })).outcome.error?.code).toBe('FLOW_INVALID');
  });

  it('knows a node by its own definition: values and edges change the mark, places do not', async () => {
    const build = async (change: (pipeline: ToyPipeline) => void) => {
      const { plan } = await canvas((pipeline) => {
        line(pipeline);
        change(pipeline);
      });
      return ['toySay_0', 'toySay_1'].map((id) => nodeFingerprint(plan.nodes.get(id)!));
    };
    const [first, second] = await build(() => {});
    const moved = await build((pipeline) => {
      pipeline.find('toySay_0').position = { x: 9, y: 9 };
    });
    expect(moved).toEqual([first, second]);
    const changed = await build((pipeline) => {
      pipeline.find('toySay_0').data.inputs = { ...pipeline.find('toySay_0').data.inputs, word: 'other' };
    });
    expect(changed[0]).not.toBe(first);
    expect(changed[1]).toBe(second);
  });
});

describe('pins', () => {
  const pinned = (outputs: Record<string, unknown>) => ({ outputs, at: 1 });

  it('stand for their node in runs of the canvas, and only there', async () => {
    const { run, plan } = await canvas((pipeline) => {
      const text = pipeline.flow.add('toyText', at, { text: 'fresh' });
      const shared = pipeline.flow.add('toyText', at, { text: '{{toyText_0.data.instance}}!' });
      const say = pipeline.add('toySay', [pipeline.start], { word: '{{toyText_1.data.instance}}' });
      pipeline.add('toyStop', [say]);
      pipeline.find(shared.id).pinned = pinned({ toyText: 'pinned' });
      void text;
    });
    const { outcome, events, ran } = await run();
    expect(outcome.answer?.text).toBe('pinned');
    expect(ran).not.toContain('toyText_0');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'node-end', nodeId: 'toyText_1', isPinned: true, output: 'pinned' }),
    );
    expect((await runFlow(plan, toyRequest())).answer?.text).toBe('fresh!');
  });

  it('let a step say the same again without working', async () => {
    const { run } = await canvas((pipeline) => {
      line(pipeline);
      pipeline.find('toySay_0').pinned = pinned({ toySay: { text: 'kept' } });
    });
    const { outcome, ran } = await run();
    expect(outcome.answer?.text).toBe('kept b');
    expect(ran).not.toContain('toySay_0');
  });

  it('are refused with a warning where a node gives no plain value', async () => {
    const { plan, run } = await canvas((pipeline) => {
      line(pipeline);
      pipeline.find('toyModel_0').pinned = pinned({ toyModel: { provider: 'x' } });
    });
    expect(plan.problems).toMatchObject([{ code: 'PINNED', nodeId: 'toyModel_0', isWarning: true }]);
    expect((await run()).outcome.answer?.text).toBe('a b');
  });
});
