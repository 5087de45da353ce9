import type { NodeSettings } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { RunEvent } from '@tendril/contract/run-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { runFlow } from './run-flow.ts';
import { ToyAgentFlow, toyAgentFlows, toyEffects } from './testing/toy-agent-flow.ts';
import { toyCatalogue, toyTemplate } from './testing/toy-catalogue.ts';
import { ToyPipeline, toySteps } from './testing/toy-pipeline.ts';
import { toyRequest } from './testing/toy-request.ts';

const at = { x: 0, y: 0 };
const typesOf = (events: readonly RunEvent[]) => events.map(({ type }) => type);

/** Start → say, which fails so often → say, which reports the error on its branch. */
async function saying(values: Record<string, unknown>, settings: NodeSettings, signal?: AbortSignal) {
  const drawing = new ToyAgentFlow();
  const say = drawing.add('say', [drawing.start], { text: 'word', ...values }, { settings });
  drawing.add('say', [say], { text: '{{ sayAgentflow_0 }} told' });
  drawing.add('say', [`${say} error`], {
    text: 'because {{ sayAgentflow_0 }} ({{ sayAgentflow_0.output.error.code }})',
  });
  const plan = await compileFlow(drawing.build(), toyAgentFlows);
  const request = toyRequest(signal ? { signal } : {});
  const outcome = await runFlow(plan, request);
  return { outcome, events: request.events };
}

beforeEach(() => void toyEffects.splice(0));

describe('the settings of a step', () => {
  it('tries it again under the same key, each time with an event', async () => {
    const { outcome, events } = await saying({ failures: 2 }, { retries: { times: 2, waitMs: 1 } });
    expect(outcome.answer?.text).toBe('word told');
    expect(events.filter(({ type }) => type === 'node-retry')).toMatchObject([
      { nodeId: 'sayAgentflow_0', attempt: 1, waitMs: 1, code: 'NODE_FAILED', message: 'word failed' },
      { attempt: 2 },
    ]);
    const tries = toyEffects.filter(({ nodeId }) => nodeId === 'sayAgentflow_0');
    expect(tries.map(({ isRetried }) => isRetried)).toEqual([false, true, true]);
    expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
  });

  it('fails the run once the tries are used up', async () => {
    const { outcome } = await saying({ failures: 2 }, { retries: { times: 1, waitMs: 0 } });
    expect(outcome).toMatchObject({ status: 'failed', error: { message: 'word failed' } });
  });

  it('goes on from the error where it says so', async () => {
    const { outcome, events } = await saying({ failures: 1 }, { onError: 'branch' });
    expect(outcome).toMatchObject({ status: 'done', answer: { text: 'because word failed (NODE_FAILED)' } });
    expect(typesOf(events)).toContain('node-error');
  });

  it('takes the usual branch where nothing fails', async () => {
    const { outcome } = await saying({}, { onError: 'branch' });
    expect(outcome.answer?.text).toBe('word told');
  });

  it('stops an attempt that takes too long', async () => {
    const { outcome } = await saying({ waitsMs: 10_000 }, { timeoutMs: 20, onError: 'branch' });
    expect(outcome.answer?.text).toMatch(/^because sayAgentflow_0 took longer than 20 ms/);
  });

  it('says to the step how long an attempt may take', async () => {
    await saying({}, { timeoutMs: 60_000 });
    const [limited, free] = toyEffects;
    expect(limited).toMatchObject({ nodeId: 'sayAgentflow_0', limitMs: 60_000 });
    expect(free).not.toHaveProperty('limitMs');
  });

  it('counts a component that cannot be made as a failure of its step', async () => {
    const broken = { toyModel: 'chatToy', toyModelConfig: { words: 'broken' } };
    const { outcome, events } = await saying(broken, { onError: 'branch', retries: { times: 1, waitMs: 0 } });
    expect(outcome.answer?.text).toBe('because cannot be made (NODE_FAILED)');
    expect(typesOf(events).filter((type) => type === 'node-retry')).toHaveLength(1);
    expect(await saying(broken, {})).toMatchObject({ outcome: { status: 'failed' } });
  });

  it('goes on from a value that is not valid as from any other error', async () => {
    const { outcome } = await saying({ failures: '{{ question }}' }, { onError: 'branch' });
    expect(outcome.answer?.text).toMatch(/^because sayAgentflow_0: Failures.* \(INVALID_INPUT\)$/);
  });

  it('never tries again in a run that was stopped', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    const settings = { retries: { times: 5, waitMs: 60_000 }, onError: 'branch' } as const;
    const { outcome } = await saying({ failures: 9 }, settings, stop.signal);
    expect(outcome.status).toBe('cancelled');
    expect(toyEffects).toHaveLength(1);
  });

  it('repeats only the steps of an iteration that have not settled', async () => {
    const drawing = new ToyAgentFlow();
    const values = { iterationInput: '["a","b"]' };
    const settings = { retries: { times: 1, waitMs: 0 } };
    const each = drawing.add('iteration', [drawing.start], values, { settings });
    const first = drawing.add('say', [], { text: '{{ $iteration }}' }, { inside: each });
    drawing.add('say', [first], { text: '{{ sayAgentflow_0 }}!', failures: 1 }, { inside: each });
    const plan = await compileFlow(drawing.build(), toyAgentFlows);
    // The second step fails once for each element: one more try of the whole is not enough for two.
    expect((await runFlow(plan, toyRequest())).status).toBe('failed');
    const said = toyEffects.filter(({ nodeId }) => nodeId === first).map((one) => one.said);
    expect(said).toEqual(['a', 'b']);
  });

  it('goes on from an error in a chat flow, from its end to another as well', async () => {
    const flow = new FlowBuilder(toyTemplate);
    const wait = flow.add('toyWait', at, { failure: 'no' });
    const first = flow.add('toyEnd', at, { prefix: 'first ' });
    flow.connect(wait, first, 'parts');
    const drawn = flow.build();
    const node = drawn.nodes.find(({ id }) => id === wait.id);
    if (node) node.data.settings = { onError: 'branch' };
    const [edge] = drawn.edges;
    if (edge) edge.sourceHandle = `${wait.id}-output-error`;
    const outcome = await runFlow(await compileFlow(drawn, toyCatalogue), toyRequest());
    expect(outcome.answer?.text).toBe('first {"code":"NODE_FAILED","message":"no"}');
  });

  it('hands over from an end that fails to the end that follows its error', async () => {
    const flow = new FlowBuilder(toyTemplate);
    const text = flow.add('toyText', at, { text: 'x' });
    const first = flow.add('toyEnd', at, { prefix: '{{toyText_1.data.instance.gone.deep}}' });
    const second = flow.add('toyEnd', at, { prefix: 'second ' });
    flow.connect(text, first, 'parts').connect(text, second, 'parts');
    const drawn = flow.build();
    const node = drawn.nodes.find(({ id }) => id === first.id);
    if (node) node.data.settings = { onError: 'branch', timeoutMs: 20 };
    const edge = drawn.edges.at(-1);
    if (edge) Object.assign(edge, { source: first.id, sourceHandle: `${first.id}-output-error` });
    const catalogue = {
      load: async (name: string) => {
        const definition = await toyCatalogue.load(name);
        const never = () => new Promise<never>(() => {});
        const isFirst = (inputs: { prefix: string }) => inputs.prefix === '';
        if (name !== 'toyEnd' || !definition?.answer) return definition;
        const answer = definition.answer as (...args: unknown[]) => Promise<{ text: string }>;
        return {
          ...definition,
          answer: (inputs: never, context: never) => (isFirst(inputs) ? never() : answer(inputs, context)),
        };
      },
    };
    const plan = await compileFlow(drawn, catalogue);
    const request = toyRequest();
    const outcome = await runFlow(plan, request);
    expect(outcome.answer?.text).toMatch(/^second \{"code":"NODE_FAILED","message":"End took longer/);
    expect(typesOf(request.events).filter((type) => type === 'node-skip')).toEqual([]);
  });

  it('goes on from the error of a step of a pipeline, with the error as its message', async () => {
    const pipeline = new ToyPipeline();
    const say = pipeline.add('toySay', [pipeline.start], { word: 'a', hangsAt: 1 });
    pipeline.add('toyStop', [say]);
    const drawn = pipeline.flow.build();
    pipeline.find(say.id).data.settings = { timeoutMs: 20, onError: 'branch' };
    const edge = drawn.edges.at(-1);
    if (edge) edge.sourceHandle = `${say.id}-output-error`;
    const outcome = await runFlow(await compileFlow(drawn, toySteps), toyRequest());
    expect(outcome.answer?.text).toMatch(/took longer than 20 ms/);
  });
});
