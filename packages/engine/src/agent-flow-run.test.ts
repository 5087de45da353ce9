import type { RunEvent } from '@tendril/contract/run-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { compileFlow } from './compile-flow.ts';
import { runFlow } from './run-flow.ts';
import type { RunRequest } from './run-request.ts';
import { planScope } from './run-scope.ts';
import { ToyAgentFlow, toyAgentFlows, toyEffects } from './testing/toy-agent-flow.ts';
import { toyRequest } from './testing/toy-request.ts';

const compile = (drawing: ToyAgentFlow) => compileFlow(drawing.build(), toyAgentFlows);

async function run(drawing: ToyAgentFlow, given: Partial<RunRequest> = {}) {
  const plan = await compile(drawing);
  const request = toyRequest(given);
  const outcome = await runFlow(plan, request);
  return { plan, outcome, events: request.events, said: toyEffects.map(({ said }) => said) };
}

const of = <T extends RunEvent['type']>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);

beforeEach(() => void toyEffects.splice(0));

describe('a run of an agent flow', () => {
  it('answers with what its last step says', async () => {
    const drawing = new ToyAgentFlow();
    const first = drawing.add('say', [drawing.start], { text: 'a {{ question }}' });
    drawing.add('say', [first], { text: '{{ sayAgentflow_0 }}-b' });
    const { outcome, plan } = await run(drawing);
    expect(plan.problems).toEqual([]);
    expect(outcome).toMatchObject({ status: 'done', answer: { text: 'a hello-b' } });
  });

  it('takes nothing from prototypes: what nobody has set is empty', async () => {
    const drawing = new ToyAgentFlow();
    const paths = [
      '$vars.constructor',
      '$vars.__proto__',
      '$flow.state.constructor',
      '$webhook.headers.valueOf',
    ];
    const text = [...paths, 'constructor', '__proto__'].map((path) => `{{ ${path} }}`).join('|');
    drawing.add('say', [drawing.start], { text });
    const trigger = { type: 'webhook', body: {}, headers: {}, query: {} } as const;
    const { outcome } = await run(drawing, { variables: { tone: 'warm' }, trigger });
    expect(outcome.answer?.text).toBe('||||{{ constructor }}|{{ __proto__ }}');
  });

  it('fills references of every kind, and leaves what is none', async () => {
    const text = [
      '{{ question }}',
      '{{$vars.tone}}',
      '{{ $flow.sessionId }}',
      '{{ $flow.state.name }}',
      '{{ $webhook.body.order.id }}',
      '{{ $webhook.headers.X-Kind }}',
      '{{ sayAgentflow_0.output.long.word }}',
      '{{ chat_history }}',
      '{{ runtime_messages_length }}',
      '{{ conditionAgentflow_0 }}',
      '{{ output.x }}',
      '{{ unknown }}',
    ].join('|');
    const drawing = new ToyAgentFlow();
    const first = drawing.add('say', [drawing.start], { text: 'w', key: 'name' });
    const second = drawing.add('say', [first], { text });
    drawing.add('condition', [], { text: '0' });
    drawing.add('say', [second], { text: '{{ sayAgentflow_1 }}' });
    const { outcome } = await run(drawing, {
      question: '{{ $vars.tone }}',
      variables: { tone: 'warm' },
      trigger: { type: 'webhook', body: { order: { id: 7 } }, headers: { 'x-kind': 'k' }, query: {} },
    });
    expect(outcome.answer?.text).toBe(
      '{{ $vars.tone }}|warm|s1|w|7|k|w|user: earlier|2||{{ output.x }}|{{ unknown }}',
    );
  });

  it('keeps values between the quotes of a JSON text', async () => {
    const drawing = new ToyAgentFlow();
    drawing.add('say', [drawing.start], {
      text: '{ "a": "{{ question }}", "b": {{ $form }} }',
    });
    const { outcome } = await run(drawing, {
      question: 'say "hi"',
      trigger: { type: 'form', form: { x: [1] } },
    });
    expect(JSON.parse(outcome.answer?.text ?? '')).toEqual({ a: 'say "hi"', b: { x: [1] } });
  });

  it('runs a step where branches meet, though one of them was not taken', async () => {
    const drawing = new ToyAgentFlow();
    const fork = drawing.add('condition', [drawing.start], { text: '1' });
    const left = drawing.add('say', [`${fork} 0`], { text: 'left' });
    const right = drawing.add('say', [`${fork} 1`], { text: 'right' });
    drawing.add('say', [left, right], { text: '{{ sayAgentflow_0 }}{{ sayAgentflow_1 }} met' });
    const { outcome, events } = await run(drawing);
    expect(outcome.answer?.text).toBe('right met');
    expect(of(events, 'node-skip').map(({ nodeId }) => nodeId)).toEqual([left]);
  });

  it('runs a step once that both a branch and the condition itself lead to', async () => {
    const drawing = new ToyAgentFlow();
    const fork = drawing.add('condition', [drawing.start], { text: '1' });
    const left = drawing.add('say', [`${fork} 0`], { text: 'left' });
    drawing.add('say', [left, `${fork} 1`], { text: 'shared' });
    const { outcome, said } = await run(drawing);
    expect(outcome.answer?.text).toBe('shared');
    expect(said).toEqual(['1', 'shared']);
  });

  it('goes back with a loop, and gives the fallback at its limit', async () => {
    const drawing = new ToyAgentFlow();
    const first = drawing.add('say', [drawing.start], { text: '{{ loop_count }}' });
    const back = {
      loopBackToNode: `${first}-Any - label`,
      maxLoopCount: 2,
      fallbackMessage: 'at {{ loop_count }}',
    };
    drawing.add('loop', [first], back);
    const { outcome, events } = await run(drawing);
    expect(outcome.answer?.text).toBe('at 2');
    expect(
      of(events, 'node-start').flatMap(({ nodeId, round }) => (nodeId === first ? (round ?? 1) : [])),
    ).toEqual([1, 2, 3]);
    const keys = toyEffects.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('goes back to Start by way of the steps that follow it, with what the run has gathered', async () => {
    const drawing = new ToyAgentFlow();
    const left = drawing.add('say', [drawing.start], { text: 'l{{ loop_count }}', key: 'left' });
    const right = drawing.add('say', [drawing.start], { text: 'r{{ loop_count }}{{ $flow.state.left }}' });
    drawing.add('loop', [left, right], {
      loopBackToNode: `${drawing.start}-Start`,
      maxLoopCount: 1,
      fallbackMessage: '{{ runtime_messages_length }}',
    });
    const { outcome, plan, events, said } = await run(drawing);
    expect(plan.problems).toEqual([]);
    expect(said).toEqual(['l0', 'r0', '0', 'l1', 'r1l0', '1']);
    // Four messages of the two steps; the question stands before them only once.
    expect(outcome.answer?.text).toBe('5');
    expect(of(events, 'node-start').filter(({ nodeId }) => nodeId === drawing.start)).toHaveLength(1);
  });

  it('answers in words though a field of its last step is called json', async () => {
    const drawing = new ToyAgentFlow();
    drawing.add('say', [drawing.start], { text: 'words', field: 'json' });
    const { outcome } = await run(drawing);
    expect(outcome.answer).toEqual({ text: 'words' });
  });

  it('takes a value that the file does not hold as its default where another asks for it', async () => {
    const drawing = new ToyAgentFlow();
    drawing.add('say', [drawing.start], { text: 'a', addition: 'b' });
    expect((await run(drawing)).outcome.answer?.text).toBe('a b');
    const without = new ToyAgentFlow();
    without.add('say', [without.start], { text: 'a', addition: 'b', hasAddition: false });
    expect((await run(without)).outcome.answer?.text).toBe('a');
  });

  it('runs the steps inside an iteration once for each element, in a frame of its own', async () => {
    const drawing = new ToyAgentFlow();
    const each = drawing.add('iteration', [drawing.start], { iterationInput: '[{"n":"a"},{"n":"b"}]' });
    const first = drawing.add('say', [], { text: '{{ $iteration.n }}', key: 'all' }, { inside: each });
    drawing.add('say', [first], { text: '{{ sayAgentflow_0 }}!{{ $flow.state.all }}' }, { inside: each });
    drawing.add('say', [each], { text: '{{ iterationAgentflow_0 }} done {{ $iteration.n }}' });
    const { outcome, events, plan } = await run(drawing);
    expect(plan.problems).toEqual([]);
    expect(outcome.answer?.text).toBe('a!a+b!b done ');
    const frames = of(events, 'node-start').filter(({ nodeId }) => nodeId === first);
    expect(frames.map(({ frame }) => frame)).toEqual([`${each}#0`, `${each}#1`]);
    expect(frames.map(({ items }) => items)).toEqual([2, 2]);
    expect(frames.every(({ round }) => round === undefined)).toBe(true);
    expect(of(events, 'node-start').find(({ nodeId }) => nodeId === each)).not.toHaveProperty('frame');
  });

  it('runs iterations inside iterations, and loops inside those', async () => {
    const drawing = new ToyAgentFlow();
    const outer = drawing.add('iteration', [drawing.start], { iterationInput: '["x","y"]' });
    const inner = drawing.add('iteration', [], { iterationInput: '["1","2"]' }, { inside: outer });
    const say = drawing.add('say', [], { text: '{{ $iteration }}{{ loop_count }}' }, { inside: inner });
    const back = { loopBackToNode: `${say}-x`, maxLoopCount: 1, fallbackMessage: '{{ sayAgentflow_0 }}' };
    drawing.add('loop', [say], back, { inside: inner });
    const { outcome, events } = await run(drawing);
    expect(outcome.status).toBe('done');
    const frames = of(events, 'node-start').flatMap(({ nodeId, frame }) =>
      nodeId === say ? (frame ?? '') : [],
    );
    expect([...new Set(frames)]).toEqual(
      ['0', '1'].flatMap((one) => ['0', '1'].map((two) => `${outer}#${one}/${inner}#${two}`)),
    );
    expect(outcome.answer?.text).toMatch(/^11\+2\d\+/);
  });

  it('names the item in which a step has failed, and those around it', async () => {
    const drawing = new ToyAgentFlow();
    const outer = drawing.add('iteration', [drawing.start], { iterationInput: '["x","y"]' });
    const inner = drawing.add('iteration', [], { iterationInput: '["fine","broken"]' }, { inside: outer });
    const model = { toyModel: 'chatToy', toyModelConfig: { words: '{{ $iteration }}' } };
    const say = drawing.add('say', [], { text: 'says', ...model }, { inside: inner });
    const { outcome, events } = await run(drawing);
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'NODE_FAILED' } });
    const named = of(events, 'node-error').map(
      ({ nodeId, message }) => `${nodeId.split('#')[0]}: ${message}`,
    );
    expect(named.toSorted()).toContain(`${outer}: Item 1, item 2: cannot be made`);
    expect(named).toContain(`${inner}: Item 2: cannot be made`);
    expect(outcome.error?.message).toBe('Item 1, item 2: cannot be made');
    expect(named.some((one) => one.startsWith(say))).toBe(true);
  });

  it('makes the components that a step has chosen, and gives them in order', async () => {
    const drawing = new ToyAgentFlow();
    drawing.add('say', [drawing.start], {
      text: 'says',
      toyModel: 'chatToy',
      toyModelConfig: { words: 'm {{ question }}' },
      toyTools: [
        { selected: '', remark: '' },
        { selected: 'toolToy', remark: 'one', selectedConfig: { words: 't' } },
      ],
      toyStores: [
        {
          vectorStore: 'storeToy',
          vectorStoreConfig: {},
          embeddingModel: 'embedToy',
          embeddingModelConfig: { words: 'e' },
        },
      ],
    });
    const { outcome, events } = await run(drawing);
    expect(outcome.answer?.text).toBe('says m hello t vectorStore=storeToy(e),embeddings=e');
    expect(of(events, 'node-start').map(({ nodeId }) => nodeId)).toContain('sayAgentflow_0#toyTools#1');
  });

  it('makes no component of a step on a branch that was not taken', async () => {
    const drawing = new ToyAgentFlow();
    const fork = drawing.add('condition', [drawing.start], { text: '0' });
    drawing.add('say', [`${fork} 0`], { text: 'yes' });
    drawing.add('say', [`${fork} 1`], { text: 'no', toyModel: 'chatToy' });
    const { events } = await run(drawing);
    expect(of(events, 'node-start').map(({ nodeId }) => nodeId)).not.toContain('sayAgentflow_1#toyModel');
  });

  it('asks a person, and goes on along the branch of the answer with the feedback', async () => {
    const drawing = new ToyAgentFlow();
    const ask = drawing.add('humanInput', [drawing.start], { text: 'May I, {{ question }}?' });
    drawing.add('say', [`${ask} 0`], { text: 'yes {{ humanInputAgentflow_0 }}' });
    drawing.add('say', [`${ask} 1`], { text: 'no {{ humanInputAgentflow_0 }}' });
    const { outcome, plan } = await run(drawing);
    expect(plan.canWait).toBe(true);
    expect(outcome).toMatchObject({ status: 'waiting', answer: { text: 'May I, hello?' } });
    const checkpoint = JSON.parse(JSON.stringify(outcome.checkpoint));
    const decision = { isApproved: false, note: 'later' };
    const after = await run(drawing, { resumption: { checkpoint, decision } });
    expect(after.outcome).toMatchObject({ status: 'done', answer: { text: 'no later' } });
  });

  it('asks inside an iteration, and repeats no element that is done', async () => {
    const drawing = new ToyAgentFlow();
    const each = drawing.add('iteration', [drawing.start], { iterationInput: '["a","b"]' });
    const say = drawing.add('say', [], { text: '{{ $iteration }}' }, { inside: each });
    const ask = drawing.add('humanInput', [say], { text: '{{ sayAgentflow_0 }}?' }, { inside: each });
    drawing.add(
      'say',
      [`${ask} 0`],
      { text: '{{ sayAgentflow_0 }}-{{ humanInputAgentflow_0 }}' },
      { inside: each },
    );
    let { outcome } = await run(drawing);
    for (const note of ['one', 'two']) {
      expect(outcome).toMatchObject({ status: 'waiting', action: { data: { nodeId: ask } } });
      const checkpoint = JSON.parse(JSON.stringify(outcome.checkpoint));
      ({ outcome } = await run(drawing, {
        resumption: { checkpoint, decision: { isApproved: true, note } },
      }));
    }
    expect(outcome.answer?.text).toBe('a-one+b-two');
    const said = toyEffects.filter(({ nodeId }) => nodeId === say).map((one) => one.said);
    expect(said).toEqual(['a', 'b']);
  });

  it('takes what the caller overrides as it is, also for a component', async () => {
    const drawing = new ToyAgentFlow();
    const say = drawing.add('say', [drawing.start], { text: 'own', toyModel: 'chatToy' });
    const { outcome } = await run(drawing, {
      overrides: { text: { [say]: '{{ question }}' }, toyModelConfig: { [say]: { words: 'other' } } },
    });
    expect(outcome.answer?.text).toBe('{{ question }} other');
  });

  it('keeps a secret variable from a step that asks a model', async () => {
    const drawing = new ToyAgentFlow();
    drawing.add('say', [drawing.start], { text: 'x {{ $vars.key }}' });
    const { outcome, plan } = await run(drawing, {
      variables: { key: 's3' },
      secretVariables: new Set(['key']),
    });
    expect(plan.promptVariables).toMatchObject([{ variable: 'key', problem: { code: 'SECRET_IN_PROMPT' } }]);
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'FLOW_INVALID' } });
  });

  it('runs one step with what an earlier run has given, and everything from a step on', async () => {
    const drawing = new ToyAgentFlow();
    const first = drawing.add('say', [drawing.start], { text: 'a', toyModel: 'chatToy' });
    const second = drawing.add('say', [first], { text: '{{ sayAgentflow_0 }}b' });
    drawing.add('say', [second], { text: '{{ sayAgentflow_1 }}c' });
    const plan = await compile(drawing);
    const kept = new Map<string, Record<string, unknown> | undefined>();
    const onSettled = (id: string, outputs: Record<string, unknown> | undefined) => kept.set(id, outputs);
    await runFlow(plan, { ...toyRequest(), onSettled });
    toyEffects.splice(0);
    const only = planScope(plan, { kept, part: { kind: 'only', nodeId: second } });
    const one = await runFlow(plan, toyRequest({ scope: only, kept }));
    expect(one.answer?.text).toBe('a chatToyb');
    const from = planScope(plan, { kept, part: { kind: 'from', nodeId: second } });
    const rest = await runFlow(plan, toyRequest({ scope: from, kept }));
    expect(rest.answer?.text).toBe('a chatToybc');
    expect(toyEffects.map(({ nodeId }) => nodeId)).not.toContain(first);
  });

  it('passes on at a disabled step what it got', async () => {
    const drawing = new ToyAgentFlow();
    const first = drawing.add('say', [drawing.start], { text: 'a' });
    const off = drawing.add('say', [first], { text: '' });
    drawing.add('say', [off], { text: '{{ sayAgentflow_0 }}{{ sayAgentflow_1 }}!' });
    const flow = drawing.build();
    const node = flow.nodes.find(({ id }) => id === off);
    if (node) node.isDisabled = true;
    const plan = await compileFlow(flow, toyAgentFlows);
    expect(plan.problems).toEqual([]);
    expect((await runFlow(plan, toyRequest())).answer?.text).toBe('a!');
  });

  it('runs branches at the same time', async () => {
    const drawing = new ToyAgentFlow();
    const fan = Array.from({ length: 10 }, (_, at) =>
      drawing.add('say', [drawing.start], { text: `${at}`, waitsMs: 30 }),
    );
    drawing.add('say', fan, { text: 'met' });
    const open = { now: 0, most: 0 };
    const plan = await compile(drawing);
    const request = toyRequest();
    await runFlow(plan, {
      ...request,
      emit(event) {
        if (event.type === 'node-start') open.now += 1;
        if (event.type === 'node-end') open.now -= 1;
        open.most = Math.max(open.most, open.now);
      },
    });
    expect(open.most).toBe(10);
  });

  it('keeps the state for the session where Start says so', async () => {
    const drawing = new ToyAgentFlow({ startPersistState: true });
    drawing.add('say', [drawing.start], { text: '{{ $flow.state.old }}+', key: 'new' });
    const { outcome } = await run(drawing, { sessionState: { old: 'o' } });
    expect(outcome.sessionState).toEqual({ old: 'o', new: 'o+' });
    const other = new ToyAgentFlow();
    other.add('say', [other.start], { text: 'x' });
    expect((await run(other)).outcome).not.toHaveProperty('sessionState');
  });
});
