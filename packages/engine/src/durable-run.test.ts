import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeCatalogue } from '@tendril/contract/node/define-node';
import type { RunEvent } from '@tendril/contract/run-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Checkpoint, SettledStep } from './checkpoint.ts';
import { compileFlow } from './compile-flow.ts';
import { addSettled, startCheckpoint } from './growing-checkpoint.ts';
import { runFlow } from './run-flow.ts';
import type { RunOutcome, RunRequest } from './run-request.ts';
import type { StoredPart } from './step-parts.ts';
import { ToyAgentFlow, toyAgentFlows, toyEffects } from './testing/toy-agent-flow.ts';
import { toyCatalogue, toyTemplate } from './testing/toy-catalogue.ts';
import { ToyPipeline, toySteps } from './testing/toy-pipeline.ts';
import { toyRequest } from './testing/toy-request.ts';

interface Drawn {
  flow: FlowData;
  catalogue: NodeCatalogue;
}

/** What a process leaves behind: the beginning, and every step that it has stored. */
interface Journal {
  start: Checkpoint;
  steps: SettledStep[];
  /** What was done inside steps. */
  parts: StoredPart[];
}

const copy = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

/** One process: runs until it has stored so many steps, then it is gone. */
async function process(
  drawn: Drawn,
  journal: Journal | undefined,
  most: number,
  given: Partial<RunRequest> = {},
) {
  const plan = await compileFlow(drawn.flow, drawn.catalogue);
  const gone = new AbortController();
  const started = toyRequest(given);
  const kept: Journal = journal ?? { start: copy(startCheckpoint(started, plan)), steps: [], parts: [] };
  const checkpoint = copy(kept.start);
  for (const step of kept.steps) addSettled(checkpoint, plan, copy(step));
  let stored = 0;
  const request: RunRequest = {
    ...started,
    ...(journal && { resumption: { checkpoint: copy(checkpoint), parts: copy(kept.parts) } }),
    isDurable: true,
    signal: gone.signal,
    async onSettled(_id, _outputs, _frame, step) {
      if (step === undefined) throw new Error('A durable run stores its steps.');
      await keep(kept.steps, step);
    },
    onPart: (part) => keep(kept.parts, part),
  };
  async function keep<T>(list: T[], entry: T): Promise<void> {
    if (stored === most) {
      gone.abort();
      await new Promise(() => {});
    }
    stored += 1;
    list.push(copy(entry));
    if (stored === most && most > 0) gone.abort();
  }
  const outcome = await runFlow(plan, request);
  return { outcome, journal: kept, stored, events: started.events };
}

const done = (events: readonly RunEvent[]) =>
  events.flatMap((event) =>
    event.type === 'node-end' && !event.isCached ? [`${event.frame ?? ''} ${event.nodeId}`] : [],
  );

/** Ends the process after every number of stored steps, and lets the next one go on from what is stored. */
async function killEverywhere(drawn: Drawn, given: Partial<RunRequest> = {}) {
  toyEffects.splice(0);
  const whole = await process(drawn, undefined, Number.POSITIVE_INFINITY, given);
  const effects = copy(toyEffects);
  const runs: { at: number; outcome: RunOutcome; effects: typeof toyEffects; ends: string[][] }[] = [];
  for (let at = 0; at < whole.stored; at += 1) {
    toyEffects.splice(0);
    const first = await process(drawn, undefined, at, given);
    const next = await process(drawn, first.journal, Number.POSITIVE_INFINITY, given);
    runs.push({
      at,
      outcome: next.outcome,
      effects: copy(toyEffects),
      ends: [done(first.events), done(next.events)],
    });
  }
  return { whole, effects, runs };
}

/** The keys of effects that were made more than once, with what the repetition knew. */
function repeated(effects: typeof toyEffects) {
  const seen = new Set<string>();
  return effects.filter(({ key }) => {
    const isAgain = seen.has(key);
    seen.add(key);
    return isAgain;
  });
}

beforeEach(() => void toyEffects.splice(0));

function agentFlowWithEverything(): Drawn {
  const drawing = new ToyAgentFlow({ startPersistState: true });
  const say = drawing.add('say', [drawing.start], {
    text: 'a {{ loop_count }}',
    key: 'k',
    toyModel: 'chatToy',
  });
  const side = drawing.add('say', [drawing.start], { text: 'side' });
  const each = drawing.add('iteration', [say], { iterationInput: '["x","y"]' });
  const inner = drawing.add('say', [], { text: '{{ $iteration }}', toyModel: 'chatToy' }, { inside: each });
  const last = drawing.add('say', [inner], { text: '{{ sayAgentflow_2 }}!' }, { inside: each });
  const back = { loopBackToNode: `${inner}-x`, maxLoopCount: 1, fallbackMessage: '{{ sayAgentflow_3 }}' };
  drawing.add('loop', [last], back, { inside: each });
  const meet = drawing.add('say', [each, side], { text: '{{ iterationAgentflow_0 }}/{{ sayAgentflow_1 }}' });
  const fork = drawing.add('condition', [meet], { text: '0' });
  const round = {
    loopBackToNode: `${say}-x`,
    maxLoopCount: 2,
    fallbackMessage: '{{ sayAgentflow_4 }} {{ $flow.state.k }}',
  };
  drawing.add('loop', [`${fork} 0`], round);
  return { flow: drawing.build(), catalogue: toyAgentFlows };
}

describe('a durable run whose process ends', () => {
  it('goes on in an agent flow with loops and iterations: same answer, no completed step twice', async () => {
    const { whole, effects, runs } = await killEverywhere(agentFlowWithEverything());
    expect(whole.outcome.status).toBe('done');
    expect(runs.length).toBeGreaterThan(40);
    for (const { at, outcome, effects: made } of runs) {
      expect(outcome, `after ${at} steps`).toMatchObject({ status: 'done', answer: whole.outcome.answer });
      expect(outcome.sessionState).toEqual(whole.outcome.sessionState);
      // A step in flight may be made again: under its key, and knowing of it.
      expect(
        repeated(made).every(({ isRetried }) => isRetried),
        `after ${at} steps`,
      ).toBe(true);
      expect(new Set(made.map(({ key }) => key))).toEqual(new Set(effects.map(({ key }) => key)));
      expect(repeated(made).length).toBeLessThanOrEqual(2);
    }
  });

  it('goes on in a pipeline with a loop', async () => {
    const pipeline = new ToyPipeline();
    const first = pipeline.add('toySay', [pipeline.start], { word: 'a' });
    const until = pipeline.fork([first], { word: 'a', often: 3 });
    const second = pipeline.add('toySay', [], { word: 'b' });
    until.way('Again', second);
    pipeline.add('toyBack', [second], { to: 'toySay_0' });
    until.way('Done', pipeline.add('toyStop', []));
    const { whole, runs } = await killEverywhere({ flow: pipeline.flow.build(), catalogue: toySteps });
    expect(whole.outcome.answer?.text).toBe('a b a b a');
    expect(runs.length).toBeGreaterThan(6);
    for (const { at, outcome, ends } of runs) {
      expect(outcome.answer, `after ${at} steps`).toEqual(whole.outcome.answer);
      const [before = [], after = []] = ends;
      const times = (id: string) => [...before, ...after].filter((one) => one === ` ${id}`).length;
      expect(times('toySay_0') + times('toySay_1')).toBeLessThanOrEqual(6);
    }
  });

  it('goes on in a chat flow, with variables of the run; shared values are made again', async () => {
    const at = { x: 0, y: 0 };
    const flow = new FlowBuilder(toyTemplate);
    const shared = flow.add('toyShared', at, { text: 'shared' });
    const text = flow.add('toyText', at, { text: '{{question}}' });
    flow.add('toySet', at, { variableName: 'v', value: 'kept' });
    const set = { id: 'toySet_0' };
    const get = flow.add('toyGet', at, { variableName: 'v' });
    const end = flow.add('toyEnd', at, { prefix: '{{toySet_0.data.instance}} ' });
    flow.connect(text, end, 'parts').connect(get, end, 'parts').connect(shared, end, 'parts');
    const { whole, runs } = await killEverywhere({ flow: flow.build(), catalogue: toyCatalogue });
    expect(whole.outcome.answer?.text).toContain('kept "hello"+"kept"+{"text":"shared"');
    expect(runs).toHaveLength(4);
    for (const { outcome, ends } of runs) {
      expect(outcome.answer?.text).toContain('kept "hello"+"kept"+{"text":"shared"');
      const [before = [], after = []] = ends;
      const stored = before.filter((id) => after.includes(id) && !id.includes('toyShared'));
      expect(stored.length, `${set.id} and others`).toBeLessThanOrEqual(2);
    }
  });

  it('stores of each step what it adds, however long the list that an iteration works on', async () => {
    const sizes = await Promise.all(
      [20, 200].map(async (count) => {
        const drawing = new ToyAgentFlow();
        const elements = JSON.stringify(Array.from({ length: count }, (_, at) => at));
        const each = drawing.add('iteration', [drawing.start], { iterationInput: elements });
        drawing.add('say', [], { text: 'word {{ $iteration }}' }, { inside: each });
        const drawn = { flow: drawing.build(), catalogue: toyAgentFlows };
        const { journal } = await process(drawn, undefined, Number.POSITIVE_INFINITY);
        return Math.max(...journal.steps.slice(1, -1).map((step) => JSON.stringify(step).length));
      }),
    );
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) + 20);
  });

  it('starts what follows only when a step is stored', async () => {
    const drawing = new ToyAgentFlow();
    const first = drawing.add('say', [drawing.start], { text: 'a' });
    drawing.add('say', [first], { text: 'b' });
    const plan = await compileFlow(drawing.build(), toyAgentFlows);
    const order: string[] = [];
    const request = toyRequest();
    await runFlow(plan, {
      ...request,
      isDurable: true,
      emit: (event) => event.type === 'node-start' && order.push(`start ${event.nodeId}`),
      async onSettled(id) {
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`stored ${id}`);
      },
    });
    expect(order).toEqual(
      ['startAgentflow_0', 'sayAgentflow_0', 'sayAgentflow_1'].flatMap((id) => [
        `start ${id}`,
        `stored ${id}`,
      ]),
    );
  });

  it('does no piece of work inside a step twice that had come to its end, and tells the one in flight', async () => {
    const drawing = new ToyAgentFlow();
    const first = drawing.add('pieces', [drawing.start], { count: 3 });
    const each = drawing.add('iteration', [first], { iterationInput: '["x","y"]' });
    drawing.add('pieces', [], { count: 2 }, { inside: each });
    const { whole, effects, runs } = await killEverywhere({
      flow: drawing.build(),
      catalogue: toyAgentFlows,
    });
    expect(whole.outcome.status).toBe('done');
    expect(new Set(effects.map(({ key }) => key)).size).toBe(effects.length);
    // Every piece, and every step, was a place to end at.
    expect(runs.length).toBeGreaterThan(3 + 2 * 2);
    for (const { at, outcome, effects: made } of runs) {
      expect(outcome, `after ${at}`).toMatchObject({ status: 'done', answer: whole.outcome.answer });
      expect(new Set(made.map(({ key }) => key))).toEqual(new Set(effects.map(({ key }) => key)));
      expect(repeated(made).length, `after ${at}`).toBeLessThanOrEqual(1);
      expect(repeated(made).every(({ isRetried }) => isRetried)).toBe(true);
    }
  });

  it('keeps what was done inside a step for another attempt at it in the same process', async () => {
    const drawing = new ToyAgentFlow();
    drawing.add(
      'pieces',
      [drawing.start],
      { count: 3, failsAt: 2 },
      { settings: { retries: { times: 1, waitMs: 0 } } },
    );
    const { outcome } = await process(
      { flow: drawing.build(), catalogue: toyAgentFlows },
      undefined,
      Number.POSITIVE_INFINITY,
    );
    expect(outcome.status).toBe('done');
    expect(toyEffects.map(({ said }) => said)).toEqual(['piece 0', 'piece 1', 'piece 2']);
  });

  it('waits for the disk before a step with an effect, and not before one that only computes', async () => {
    const drawing = new ToyAgentFlow();
    const say = drawing.add('say', [drawing.start], { text: 'a' });
    const fork = drawing.add('condition', [say], { text: '0' });
    drawing.add('say', [`${fork} 0`], { text: 'b' });
    const plan = await compileFlow(drawing.build(), toyAgentFlows);
    const stored = Promise.withResolvers<void>();
    const asked: number[] = [];
    const finished = runFlow(plan, {
      ...toyRequest({}),
      beforeEffect() {
        asked.push(toyEffects.length);
        // Start, the first step, and the one behind the condition.
        return asked.length === 3 ? stored.promise : undefined;
      },
    });
    await expect.poll(() => asked).toEqual([0, 0, 2]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(toyEffects.map(({ nodeId }) => nodeId)).toEqual(['sayAgentflow_0', 'conditionAgentflow_0']);
    stored.resolve();
    expect((await finished).status).toBe('done');
    expect(toyEffects).toHaveLength(3);
  });

  it('goes on with what started it', async () => {
    const drawing = new ToyAgentFlow();
    const first = drawing.add('say', [drawing.start], { text: '{{ $form.a }}' });
    drawing.add('say', [first], { text: '{{ $form.a }}{{ sayAgentflow_0 }}' });
    const drawn = { flow: drawing.build(), catalogue: toyAgentFlows };
    const first1 = await process(drawn, undefined, 0, { trigger: { type: 'form', form: { a: 'x' } } });
    const next = await process(drawn, first1.journal, Number.POSITIVE_INFINITY);
    expect(next.outcome.answer?.text).toBe('xx');
  });

  it('asks again what it was asking when its process ended', async () => {
    const drawing = new ToyAgentFlow();
    const ask = drawing.add('humanInput', [drawing.start], { text: 'May I?' });
    drawing.add('say', [`${ask} 0`], { text: 'yes' });
    const drawn = { flow: drawing.build(), catalogue: toyAgentFlows };
    const first = await process(drawn, undefined, 1);
    const next = await process(drawn, first.journal, Number.POSITIVE_INFINITY);
    expect(next.outcome).toMatchObject({ status: 'waiting', answer: { text: 'May I?' } });
  });
});
