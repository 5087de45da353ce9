import { anchor, output } from '@tendril/contract/node/anchor';
import { type AnyNode, defineNode, type NodeCatalogue } from '@tendril/contract/node/define-node';
import { type NodeTemplate, toTemplate } from '@tendril/contract/node/node-template';
import { param } from '@tendril/contract/node/param';

const anything = ['string', 'json'] as const;

/** Gives its text. */
export const toyText = defineNode({
  name: 'toyText',
  label: 'Text',
  version: 1,
  category: 'Utilities',
  description: 'Gives its text.',
  icon: 'type',
  inputs: { text: param.string({ label: 'Text', acceptVariable: true }) },
  outputs: { toyText: output(anything, { label: 'Text' }) },
  run: async ({ text }) => ({ toyText: text }),
});

/** Counts its instances; created once per version. */
export const toyShared = defineNode({
  name: 'toyShared',
  label: 'Shared',
  version: 1,
  category: 'Utilities',
  description: 'Is made once per flow version.',
  icon: 'box',
  isReusable: true,
  inputs: {
    text: param.string({ label: 'Text', optional: true }),
    part: anchor(anything, { label: 'Part', optional: true }),
  },
  outputs: { toyShared: output(anything, { label: 'Shared' }) },
  run: async ({ text }) => ({ toyShared: { text, madeAt: performance.now() } }),
});

/** Sends its input to one of two outputs. */
export const toyBranch = defineNode({
  name: 'toyBranch',
  label: 'Branch',
  version: 1,
  category: 'Utilities',
  description: 'Sends its input one way.',
  icon: 'split',
  branches: true,
  inputs: {
    word: param.string({ label: 'Word', acceptVariable: true }),
    value: anchor(anything, { label: 'Value' }),
  },
  outputs: { left: output(anything, { label: 'Left' }), right: output(anything, { label: 'Right' }) },
  run: async ({ word, value }) => (word.includes('left') ? { left: value } : { right: value }),
});

/** Joins its inputs and ends the flow. */
export const toyEnd = defineNode({
  name: 'toyEnd',
  label: 'End',
  version: 1,
  category: 'Chains',
  description: 'Joins what it gets and answers it.',
  icon: 'flag',
  role: 'ending',
  inputs: {
    parts: anchor(anything, { label: 'Parts', list: true }),
    prefix: param.string({ label: 'Prefix', default: '' }),
  },
  outputs: { toyEnd: output(['ToyEnd', 'BaseChain'], { label: 'End' }) },
  answer: async ({ parts, prefix }) => ({
    text: prefix + parts.map((part) => JSON.stringify(part)).join('+'),
  }),
});

/** Waits until it is aborted, or fails at once if configured. */
export const toyWait = defineNode({
  name: 'toyWait',
  label: 'Wait',
  version: 1,
  category: 'Utilities',
  description: 'Waits until it is stopped.',
  icon: 'hourglass',
  inputs: { failure: param.string({ label: 'Failure', optional: true }) },
  outputs: { toyWait: output(anything, { label: 'Never' }) },
  run: ({ failure }, { signal, emit }) => {
    if (failure) return Promise.reject(new Error(failure));
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        emit({ type: 'text-delta', text: 'socket closed' });
        reject(new Error('stopped'));
      });
    });
  },
});

/** Settles when the lingering node has emitted its last event. */
export const toyLingered = Promise.withResolvers<void>();

/** Continues for a while after it was aborted. */
export const toyLinger = defineNode({
  name: 'toyLinger',
  label: 'Linger',
  version: 1,
  category: 'Utilities',
  description: 'Ends long after it was stopped.',
  icon: 'snail',
  inputs: {},
  outputs: { toyLinger: output(anything, { label: 'Late' }) },
  run: (_inputs, { signal, emit }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        setTimeout(() => {
          emit({ type: 'text-delta', text: 'late' });
          resolve({ toyLinger: 'late' });
          setTimeout(toyLingered.resolve, 0);
        }, 400);
      });
    }),
});

/** Stores a value under a name, and reads it from there. */
export const toySet = defineNode({
  name: 'toySet',
  label: 'Set',
  version: 1,
  category: 'Utilities',
  description: 'Keeps a value for the run.',
  icon: 'save',
  runVariable: { access: 'write', param: 'variableName' },
  inputs: { variableName: param.string({ label: 'Name' }), value: param.string({ label: 'Value' }) },
  outputs: { toySet: output(anything, { label: 'Value' }) },
  run: async ({ variableName, value }, { runVariables }) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    runVariables.set(variableName, value);
    return { toySet: value };
  },
});

export const toyGet = defineNode({
  name: 'toyGet',
  label: 'Get',
  version: 1,
  category: 'Utilities',
  description: 'Takes a value of the run.',
  icon: 'download',
  runVariable: { access: 'read', param: 'variableName' },
  inputs: { variableName: param.string({ label: 'Name' }) },
  outputs: { toyGet: output(anything, { label: 'Value' }) },
  run: async ({ variableName }, { runVariables }) => ({ toyGet: runVariables.get(variableName) }),
});

/** Returns the content of its open tab, and a text with placeholders. */
export const toyTabs = defineNode({
  name: 'toyTabs',
  label: 'Tabs',
  version: 1,
  category: 'Utilities',
  description: 'Gives what stands in its open tab.',
  icon: 'layers',
  inputs: {
    update: param.tabs({
      label: 'Update',
      tabIdentifier: 'selectedTab',
      default: 'rows',
      tabs: {
        rows: param.datagrid({ label: 'Rows', datagrid: [{ field: 'key', headerName: 'Key' }] }),
        script: param.code({ label: 'Script', optional: true }),
      },
    }),
    prompt: param.string({ label: 'Prompt', optional: true, isPromptTemplate: true }),
  },
  outputs: { toyTabs: output(anything, { label: 'Tab' }) },
  run: async ({ update, prompt }) => ({ toyTabs: { ...update, prompt } }),
});

/** Needs a credential, unless it is given an address. */
export const toySecret = defineNode({
  name: 'toySecret',
  label: 'Secret',
  version: 1,
  category: 'Utilities',
  description: 'Needs a secret.',
  icon: 'lock',
  credential: { label: 'Secret', names: ['toy'], unless: 'address' },
  inputs: { address: param.string({ label: 'Address', optional: true }) },
  outputs: { toySecret: output(anything, { label: 'Value' }) },
  run: async ({ address }) => ({ toySecret: address }),
});

/** A store whose texts only an upsert reads. */
export const toyStore = defineNode({
  name: 'toyStore',
  label: 'Store',
  version: 1,
  category: 'Vector Stores',
  description: 'Keeps texts.',
  icon: 'database',
  upsertAnchors: ['document'],
  inputs: { document: anchor(anything, { label: 'Document', optional: true, list: true }) },
  outputs: { toyStore: output(anything, { label: 'Found' }) },
  run: async ({ document }) => ({ toyStore: { given: document.length } }),
  upsert: async ({ document }) => ({
    numAdded: document.length,
    numUpdated: 0,
    numSkipped: 0,
    numDeleted: 0,
    addedDocs: [],
  }),
});

const nodes: AnyNode[] = [
  toyStore,
  toySecret,
  toyTabs,
  toyText,
  toyShared,
  toyBranch,
  toyEnd,
  toyWait,
  toyLinger,
  toySet,
  toyGet,
];

export const toyCatalogue: NodeCatalogue = { load: async (name) => nodes.find((node) => node.name === name) };

export function toyTemplate(name: string): NodeTemplate {
  const node = nodes.find((candidate) => candidate.name === name);
  if (!node) throw new Error(`No toy node ${name}`);
  return toTemplate(node);
}
