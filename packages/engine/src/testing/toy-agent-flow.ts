import type { FlowData, FlowNode, NodeSettings } from '@tendril/contract/flow/flow';
import { anchor, output } from '@tendril/contract/node/anchor';
import { type AnyNode, defineNode, type NodeCatalogue } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';

type Entry = { previous: readonly AgentFlowState[] };

/** What steps have done, in order: the effects of a run, as the world outside sees them. */
export const toyEffects: {
  key: string;
  nodeId: string;
  said: string;
  isRetried: boolean;
  limitMs?: number;
}[] = [];

const previous = { ...anchor('json', { label: 'Previous', list: true, isInner: true }), type: 'AgentFlow' };

/** Later branches win; every result and message once. */
function join(states: readonly AgentFlowState[]): AgentFlowState {
  const [first] = states;
  if (!first) throw new Error('A step got no state.');
  const messages = new Map(
    states.flatMap((state) => state.messages).map((one) => [JSON.stringify(one), one]),
  );
  return {
    ...first,
    messages: [...messages.values()],
    values: Object.assign({}, ...states.map(({ values }) => values)),
    results: Object.assign({}, ...states.map(({ results }) => results)),
  };
}

function say(state: AgentFlowState, nodeId: string, content: string, field?: string): AgentFlowState {
  const result = { content, output: { content, long: { word: content }, ...(field && { [field]: 1 }) } };
  return {
    ...state,
    messages: [...state.messages, { role: 'assistant', content, nodeId }],
    results: { ...state.results, [nodeId]: result },
    lastNodeId: nodeId,
  };
}

function note({ idempotencyKey: key, nodeId, isRetried = false, limitMs }: RunContext, said: string): void {
  toyEffects.push({ key, nodeId, said, isRetried, ...(limitMs !== undefined && { limitMs }) });
}

const about = { version: 1, category: 'Agent Flows', description: 'A toy.', icon: 'box' } as const;
const stepWith = (main: string) =>
  ({
    role: 'pipeline',
    step: { entry: 'previous' },
    pass: (inputs: never) => ({ [main]: join((inputs as Entry).previous) }),
  }) as const;
const step = stepWith('0');
const only = (name: string) => ({ [name]: output([name], { label: name }) });

const start = defineNode({
  ...about,
  name: 'startAgentflow',
  label: 'Start',
  role: 'pipeline',
  inputs: {
    startPersistState: param.boolean({ label: 'Keep', default: false }),
  },
  outputs: { startAgentflow: { ...output(['json'], { label: 'Start' }), classes: ['Start'] } },
  run: async (_inputs, { question, nodeId, trigger, sessionState }) => {
    const state: AgentFlowState = {
      kind: 'agent-flow',
      messages: [{ role: 'user', content: question }],
      runStart: 0,
      values: { ...sessionState },
      results: {},
      ...(trigger && { trigger }),
      lastNodeId: nodeId,
      loops: {},
      reasoning: [],
      usedTools: [],
      sourceDocuments: [],
    };
    return { startAgentflow: state };
  },
});

const toldModel = (value: unknown) => (value as { words?: string } | undefined)?.words ?? '';

/** Says its text, with what its model and tools are called; fails as often as its settings say. */
const sayStep = defineNode({
  ...about,
  ...stepWith('sayAgentflow'),
  name: 'sayAgentflow',
  label: 'Say',
  inputs: {
    previous,
    text: param.string({ label: 'Text', acceptVariable: true }),
    key: param.string({ label: 'Key', optional: true }),
    field: param.string({ label: 'Field', optional: true }),
    hasAddition: param.boolean({ label: 'Has Addition', default: true }),
    addition: param.string({ label: 'Addition', optional: true, show: { hasAddition: true } }),
    failures: param.number({ label: 'Failures', default: 0 }),
    waitsMs: param.number({ label: 'Waits', default: 0 }),
    toyModel: param.asyncOptions({
      label: 'Model',
      loadMethod: 'listModels',
      loadConfig: true,
      optional: true,
    }),
    toyTools: param.array({
      label: 'Tools',
      optional: true,
      fields: [
        {
          name: 'selected',
          param: param.asyncOptions({ label: 'Tool', loadMethod: 'listTools', loadConfig: true }),
        },
        { name: 'remark', param: param.string({ label: 'Remark' }) },
      ],
    }),
    toyStores: param.array({
      label: 'Stores',
      optional: true,
      fields: [
        {
          name: 'vectorStore',
          param: param.asyncOptions({ label: 'Store', loadMethod: 'listStores', loadConfig: true }),
        },
        {
          name: 'embeddingModel',
          param: param.asyncOptions({ label: 'Embedding', loadMethod: 'listEmbeddings', loadConfig: true }),
        },
      ],
    }),
  },
  outputs: only('sayAgentflow'),
  async run(inputs, context) {
    const { text, key, field, addition = '', failures, waitsMs } = inputs;
    const given = inputs as Record<string, unknown>;
    const tools = (given['toyToolsParts'] as unknown[] | undefined)?.map(toldModel) ?? [];
    const stores = (given['toyStoresParts'] as Record<string, unknown>[] | undefined) ?? [];
    const said = [
      text,
      addition,
      toldModel(given['toyModelPart']),
      ...tools,
      ...stores.map((one) =>
        Object.entries(one)
          .map(([name, value]) => `${name}=${toldModel(value)}`)
          .join(','),
      ),
    ]
      .filter((word) => word !== '')
      .join(' ');
    if (waitsMs > 0) await new Promise((resolve) => setTimeout(resolve, waitsMs));
    context.signal.throwIfAborted();
    note(context, said);
    const tried = toyEffects.filter((one) => one.key === context.idempotencyKey).length;
    if (tried <= failures) throw new Error(`${said} failed`);
    const state = say(join(inputs.previous as AgentFlowState[]), context.nodeId, said, field);
    return { sayAgentflow: key ? { ...state, values: { ...state.values, [key]: said } } : state };
  },
});

/** Has as many effects as its input asks for, each of which is a piece of its work. */
const pieces = defineNode({
  ...about,
  ...stepWith('piecesAgentflow'),
  name: 'piecesAgentflow',
  label: 'Pieces',
  inputs: {
    previous,
    count: param.number({ label: 'Count', default: 1 }),
    failsAt: param.number({ label: 'Fails at', optional: true }),
  },
  outputs: only('piecesAgentflow'),
  async run({ previous: states, count, failsAt }, context) {
    const words: string[] = [];
    for (let index = 0; index < count; index += 1) {
      if (index === failsAt && !context.isRetried) throw new Error('It was to fail.');
      const part = context.part?.('piece');
      if (!part) throw new Error('A step has pieces.');
      if (!part.known) {
        note({ ...context, idempotencyKey: part.key, isRetried: part.isRetried }, `piece ${index}`);
        await part.keep(`piece ${index}`);
      }
      words.push(String(part.known?.value ?? `piece ${index}`));
    }
    return { piecesAgentflow: say(join(states as AgentFlowState[]), context.nodeId, words.join()) };
  },
});

/** Goes to the output whose number its text is. */
const condition = defineNode({
  ...about,
  ...step,
  name: 'conditionAgentflow',
  label: 'Condition',
  step: { entry: 'previous', isPure: true },
  branches: true,
  inputs: { previous, text: param.string({ label: 'Text', acceptVariable: true }) },
  outputs: { '0': output(['Condition'], { label: '0' }), '1': output(['Condition'], { label: '1' }) },
  run: async (inputs, context) => {
    note(context, inputs.text);
    return { [inputs.text]: join(inputs.previous as AgentFlowState[]) };
  },
});

const loop = defineNode({
  ...about,
  ...step,
  name: 'loopAgentflow',
  label: 'Loop',
  inputs: {
    previous,
    loopBackToNode: param.string({ label: 'Back to' }),
    maxLoopCount: param.number({ label: 'Times', default: 5 }),
    fallbackMessage: param.string({ label: 'Fallback', acceptVariable: true, optional: true }),
  },
  outputs: {
    loopAgentflow: output(['Loop'], { label: 'Loop', isInner: true }),
    fallback: output(['Loop'], { label: 'Fallback', isInner: true }),
  },
  async run(inputs, context) {
    const state = join(inputs.previous as AgentFlowState[]);
    const count = state.loops[context.nodeId] ?? 0;
    note(context, String(count));
    if (count >= inputs.maxLoopCount)
      return { fallback: say(state, context.nodeId, inputs.fallbackMessage ?? 'enough') };
    return { loopAgentflow: { ...state, loops: { ...state.loops, [context.nodeId]: count + 1 } } };
  },
});

const iteration = defineNode({
  ...about,
  ...step,
  name: 'iterationAgentflow',
  label: 'Iteration',
  inputs: { previous, iterationInput: param.json({ label: 'Elements' }) },
  outputs: only('iterationAgentflow'),
  async run(inputs, context) {
    let state = join(inputs.previous as AgentFlowState[]);
    const elements = inputs.iterationInput as unknown[];
    const contents: string[] = [];
    for (const [index, value] of elements.entries()) {
      const element = { value, index, isFirst: index === 0, isLast: index === elements.length - 1 };
      const inside = { ...state, iteration: element };
      state = (await context.runBody?.(inside, elements.length)) as AgentFlowState;
      contents.push(state.results[state.lastNodeId ?? '']?.content ?? '');
    }
    const { iteration: _, ...after } = state;
    note(context, contents.join('+'));
    return { iterationAgentflow: say(after, context.nodeId, contents.join('+')) };
  },
});

const ask = defineNode({
  ...about,
  ...step,
  name: 'humanInputAgentflow',
  label: 'Ask',
  branches: true,
  inputs: { previous, text: param.string({ label: 'Text', acceptVariable: true }) },
  outputs: {
    '0': output(['HumanInput'], { label: 'Proceed' }),
    '1': output(['HumanInput'], { label: 'Reject' }),
  },
  async run(inputs, context) {
    const { decision } = context;
    const request = { question: inputs.text, approve: 'Proceed', reject: 'Reject', toolCalls: [] };
    if (!decision) return context.pause(request);
    note(context, decision.note ?? '');
    const state = say(join(inputs.previous as AgentFlowState[]), context.nodeId, decision.note ?? '');
    return { [decision.isApproved ? '0' : '1']: state };
  },
});

const component = (name: string, given: { classes: string[]; inputs?: AnyNode['inputs'] }): AnyNode => ({
  ...about,
  name,
  label: name,
  isReusable: true,
  inputs: { words: param.string({ label: 'Words', acceptVariable: true, default: name }), ...given.inputs },
  outputs: { [name]: output(given.classes, { label: name }) },
  run: async (inputs: never) => {
    const { words, embeddings } = inputs as { words: string; embeddings?: unknown };
    if (words === 'broken') throw new Error('cannot be made');
    // A function cannot be stored: it has to be made again.
    const made = { words: embeddings ? `${words}(${toldModel(embeddings)})` : words, call: () => words };
    return { [name]: made };
  },
});

const chat = component('chatToy', { classes: ['BaseChatModel'] });
const nodes: AnyNode[] = [
  start,
  sayStep,
  pieces,
  condition,
  loop,
  iteration,
  ask,
  chat,
  { ...chat, name: 'secretToy', label: 'secretToy', credential: { label: 'Key', names: ['toy'] } },
  component('toolToy', { classes: ['Tool'] }),
  component('embedToy', { classes: ['Embeddings'] }),
  component('storeToy', {
    classes: ['VectorStore'],
    inputs: { embeddings: anchor('Embeddings', { label: 'Embeddings' }) },
  }),
] as AnyNode[];

export const toyAgentFlows: NodeCatalogue = {
  load: async (name) => nodes.find((node) => node.name === name),
};

/** Draws agent flows of toy steps; Start exists already. */
export class ToyAgentFlow {
  readonly #flow: FlowData = { nodes: [], edges: [] };
  readonly start: string;

  constructor(values: Record<string, unknown> = {}) {
    this.start = this.add('start', [], values);
  }

  /** Adds a step after others, each `id` or `id output`; its id has a number. */
  add(
    kind: string,
    before: readonly string[],
    values: Record<string, unknown> = {},
    { inside, settings }: { inside?: string; settings?: NodeSettings } = {},
  ): string {
    const name = `${kind}Agentflow`;
    const id = `${name}_${this.#flow.nodes.filter(({ data }) => data.name === name).length}`;
    const node: FlowNode = {
      id,
      type: kind === 'iteration' ? 'iteration' : 'agentFlow',
      position: { x: 0, y: 0 },
      data: { id, name, label: id, inputs: values, ...(settings && { settings }) },
      ...(inside !== undefined && { parentNode: inside, extent: 'parent' }),
    };
    this.#flow.nodes.push(node);
    for (const one of before) this.connect(one, id);
    return id;
  }

  connect(from: string, target: string): void {
    const [source = '', output = source.slice(0, source.lastIndexOf('_'))] = from.split(' ');
    const sourceHandle = `${source}-output-${output}`;
    this.#flow.edges.push({ source, sourceHandle, target, targetHandle: target, type: 'agentFlow' });
  }

  build(): FlowData {
    return structuredClone(this.#flow);
  }
}
