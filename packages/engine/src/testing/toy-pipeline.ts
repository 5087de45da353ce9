import { conditionOptions, conditionOutputName } from '@tendril/contract/flow/condition-outputs';
import type { FlowNode } from '@tendril/contract/flow/flow';
import { FlowBuilder, type NodeHandle } from '@tendril/contract/flow/flow-builder';
import { anchor, output } from '@tendril/contract/node/anchor';
import { type AnyNode, defineNode, type NodeCatalogue } from '@tendril/contract/node/define-node';
import { toTemplate } from '@tendril/contract/node/node-template';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { type PipelineState, pipelineAnswer } from '@tendril/contract/provider/pipeline';
import { toyCatalogue, toyTemplate } from './toy-catalogue.ts';

const steps = anchor(['Start', 'Agent', 'Condition', 'LLMNode'], { label: 'Before', list: true });

/** Every message once, in the order of the branches. */
function join(states: readonly PipelineState[]): PipelineState {
  const [first] = states;
  if (!first) throw new Error('A step got no state.');
  const messages = new Map(states.flatMap((state) => state.messages).map((message) => [message.id, message]));
  return { ...first, messages: [...messages.values()] };
}

function say(state: PipelineState, content: string, { nodeId }: RunContext): PipelineState {
  const id = `${nodeId} ${state.messages.length} ${content}`;
  return { ...state, messages: [...state.messages, { id, role: 'assistant', content, nodeId }] };
}

const times = (state: PipelineState, word: string) =>
  state.messages.filter((message) => message.content === word).length;

/** Provides a model that every step requires; created once. */
const toyModel = defineNode({
  name: 'toyModel',
  label: 'Model',
  version: 1,
  category: 'Chat Models',
  description: 'A model.',
  icon: 'box',
  isReusable: true,
  inputs: {},
  outputs: { toyModel: output(['BaseChatModel'], { label: 'Model' }) },
  run: async (_inputs, { nodeId }) => {
    const language = () => Promise.reject(new Error('never asked'));
    const model: ChatModel = {
      nodeId,
      provider: 'toy',
      modelId: 'toy',
      isDemo: true,
      isStreaming: true,
      settings: {},
      language,
    };
    return { toyModel: model };
  },
});

const toyStart = defineNode({
  name: 'toyStart',
  label: 'Begin',
  version: 1,
  category: 'Steps',
  description: 'Begins.',
  icon: 'play',
  role: 'pipeline',
  step: { isStart: true },
  inputs: { model: anchor('BaseChatModel', { label: 'Model' }) },
  outputs: { toyStart: output(['Start'], { label: 'Begin' }) },
  run: async ({ model }) => ({
    toyStart: { messages: [], values: {}, operations: {}, model, reasoning: [] },
  }),
});

/** Says its word; `fails` makes it fail, `hangs` makes it wait in its n-th round. */
const toySay = defineNode({
  name: 'toySay',
  label: 'Say',
  version: 1,
  category: 'Steps',
  description: 'Says a word.',
  icon: 'message-circle',
  role: 'pipeline',
  step: { entry: 'before', nameParam: 'stepName' },
  inputs: {
    before: steps,
    stepName: param.string({ label: 'Name', optional: true }),
    word: param.string({ label: 'Word' }),
    hangsAt: param.number({ label: 'Hangs at', optional: true }),
    model: anchor('BaseChatModel', { label: 'Own model', optional: true }),
  },
  outputs: { toySay: output(['Agent'], { label: 'Say' }) },
  async run({ before, word, hangsAt, model }, context) {
    const state = join(before);
    if (hangsAt !== undefined && times(state, word) + 1 === hangsAt) {
      await new Promise((_resolve, reject) => {
        context.signal.addEventListener('abort', () => {
          context.emit({ type: 'text-delta', text: 'socket closed' });
          reject(new Error('stopped'));
        });
        context.emit({ type: 'text-delta', text: 'hangs' });
      });
    }
    if (context.isAnswer) context.emit({ type: 'text-delta', text: word });
    return { toySay: say(state, model ? `${word}:${model.nodeId}` : word, context) };
  },
  pass: ({ before }) => ({ toySay: join(before) }),
  replay: ({ before }, pinned, context) => ({
    toySay: say(join(before), String((pinned['toySay'] as { text: string }).text), context),
  }),
});

/** Goes to "Again" until its word was said so often, then to "Done"; with `unknown` to a branch that is not drawn. */
const toyUntil = defineNode({
  name: 'toyUntil',
  label: 'Until',
  version: 1,
  category: 'Steps',
  description: 'Decides.',
  icon: 'split',
  role: 'pipeline',
  branches: true,
  step: { entry: 'before', nameParam: 'stepName' },
  inputs: {
    before: steps,
    stepName: param.string({ label: 'Name', optional: true }),
    word: param.string({ label: 'Word' }),
    often: param.number({ label: 'Times' }),
  },
  outputs: { next: output(['Condition'], { label: 'Next' }), end: output(['Condition'], { label: 'End' }) },
  async run({ before, word, often }, { outputOptions = [] }) {
    const state = join(before);
    const label = times(state, word) < often ? 'Again' : 'Done';
    return { [outputOptions.find((option) => option.label === label)?.name ?? 'nowhere']: state };
  },
});

const toyBack = defineNode({
  name: 'toyBack',
  label: 'Back',
  version: 1,
  category: 'Steps',
  description: 'Goes back.',
  icon: 'repeat',
  role: 'pipeline',
  step: { loop: { param: 'to', limit: 5 } },
  inputs: { before: steps, to: param.string({ label: 'To' }) },
  outputs: { loop: output(['Agent'], { label: 'Loop', isInner: true }) },
  run: async ({ before }) => ({ loop: join(before) }),
});

/** Asks a person; says "allowed" or "refused", with its memo. */
const toyAsk = defineNode({
  name: 'toyAsk',
  label: 'Ask',
  version: 1,
  category: 'Steps',
  description: 'Asks a person.',
  icon: 'message-circle',
  role: 'pipeline',
  step: { entry: 'before', asksWhen: 'asks' },
  inputs: { before: steps, asks: param.boolean({ label: 'Asks', default: true }) },
  outputs: { toyAsk: output(['Agent'], { label: 'Ask' }) },
  async run({ before }, context) {
    const state = join(before);
    const { decision } = context;
    if (!decision) {
      const memo = { seen: state.messages.length };
      return context.pause({ question: 'May I?', approve: 'Yes', reject: 'No', toolCalls: [], memo });
    }
    const { isApproved, note = '', memo } = decision;
    const word = `${isApproved ? 'allowed' : 'refused'}${note}${(memo as { seen: number }).seen}`;
    return { toyAsk: say(state, word, context) };
  },
});

const texts = (part: readonly SourceDocument[][]) =>
  part
    .flat()
    .map((one) => one.pageContent)
    .join();

/** A tool to provide. */
const toyLoan = defineNode({
  name: 'toyLoan',
  label: 'Loan',
  version: 1,
  category: 'Utilities',
  description: 'Is provided.',
  icon: 'box',
  inputs: { text: param.string({ label: 'Text' }) },
  outputs: { toyLoan: output(['Document'], { label: 'Loan' }) },
  async run({ text }) {
    const documents: SourceDocument[] = [{ pageContent: text, metadata: {} }];
    return { toyLoan: documents };
  },
});

/** Asks for another round while the model calls a tool; without a call the tool step is skipped. */
const toyCaller = defineNode({
  name: 'toyCaller',
  label: 'Caller',
  version: 1,
  category: 'Steps',
  description: 'Wants a tool.',
  icon: 'bot',
  role: 'pipeline',
  step: { entry: 'before' },
  inputs: {
    before: steps,
    part: anchor('Document', { label: 'PageServices', optional: true, list: true, isInner: true }),
    wants: param.boolean({ label: 'Wants', default: true }),
  },
  outputs: {
    toyCaller: output(['LLMNode'], { label: 'Caller' }),
    calls: output(['LLMNode'], { label: 'Calls', isInner: true }),
  },
  async run({ before, part, wants }, context) {
    const state = say(join(before), `lent ${texts(part)}`, context);
    return wants && part.length > 0 ? { calls: state } : { toyCaller: state };
  },
});

const toyTool = defineNode({
  name: 'toyTool',
  label: 'Tool',
  version: 1,
  category: 'Steps',
  description: 'Is called.',
  icon: 'wrench',
  role: 'pipeline',
  step: { entry: 'caller' },
  inputs: {
    part: anchor('Document', { label: 'Part', list: true, sharedWith: 'caller' }),
    caller: anchor('LLMNode', { label: 'Caller', takes: 'calls' }),
  },
  outputs: { toyTool: output(['Agent'], { label: 'Tool' }) },
  run: async ({ caller, part }, context) => ({ toyTool: say(caller, `used ${texts(part)}`, context) }),
  pass: ({ caller }) => ({ toyTool: caller }),
});

const toyStop = defineNode({
  name: 'toyStop',
  label: 'Stop',
  version: 1,
  category: 'Steps',
  description: 'Ends.',
  icon: 'flag',
  role: 'pipeline',
  inputs: { before: steps },
  outputs: {},
  answer: async ({ before }) => {
    const { messages, ...state } = join(before);
    const all = messages.map((message) => message.content).join(' ');
    return { ...pipelineAnswer({ ...state, messages }), text: all };
  },
});

const nodes: AnyNode[] = [
  toyModel,
  toyStart,
  toySay,
  toyUntil,
  toyBack,
  toyAsk,
  toyCaller,
  toyTool,
  toyLoan,
  toyStop,
] as AnyNode[];

/** The toy nodes, and steps of pipelines. */
export const toySteps: NodeCatalogue = {
  load: async (name) => nodes.find((node) => node.name === name) ?? toyCatalogue.load(name),
};

const at = { x: 0, y: 0 };

/** Draws pipelines of toy steps; Start and its model exist already. */
export class ToyPipeline {
  readonly flow = new FlowBuilder((name) => {
    const node = nodes.find((candidate) => candidate.name === name);
    return node ? toTemplate(node) : toyTemplate(name);
  });
  readonly start: NodeHandle;

  constructor() {
    this.start = this.flow.add('toyStart', at);
    this.flow.connect(this.flow.add('toyModel', at), this.start, 'model');
  }

  /** Adds a step after others. */
  add(name: string, before: readonly NodeHandle[], values: Record<string, unknown> = {}): NodeHandle {
    const step = this.flow.add(name, at, values);
    for (const one of before) this.flow.connect(one, step, name === 'toyTool' ? 'caller' : 'before');
    return step;
  }

  /** Adds a condition with its drawn branches; the function it returns creates a handle of one branch. */
  fork(before: readonly NodeHandle[], values: Record<string, unknown>, labels = ['Again', 'Done']) {
    const step = this.add('toyUntil', before, values);
    const node = this.find(step.id);
    const options = conditionOptions(
      step.id,
      labels.map((label) => ({ label, name: conditionOutputName(label) })),
    );
    node.data.outputAnchors = [{ name: 'output', label: 'Output', type: 'options', options }];
    return {
      ...step,
      /** Connects a branch to a step. */
      way: (label: string, to: NodeHandle) => {
        node.data.outputs = { output: conditionOutputName(label) };
        this.flow.connect(step, to, 'before');
      },
    };
  }

  find(id: string): FlowNode {
    const node = this.flow.build().nodes.find((candidate) => candidate.id === id);
    if (!node) throw new Error(`No node ${id}`);
    return node;
  }
}
