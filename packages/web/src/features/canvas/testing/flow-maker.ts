import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type Command, connect } from '../commands/canvas-commands.ts';
import type { CanvasDoc, CanvasNode } from '../document/canvas-doc.ts';
import { inputPorts, outputPorts } from '../document/node-ports.ts';

export const emptyDoc: CanvasDoc = { nodes: [], edges: [], groups: [] };

/** The document that commands lead to, one after another. */
export function build(...commands: Command[]): CanvasDoc {
  return commands.reduce((doc: CanvasDoc, command) => command(doc), emptyDoc);
}

export function nodeOf(doc: CanvasDoc, id: string): CanvasNode {
  const node = doc.nodes.find((candidate) => candidate.id === id);
  if (!node) throw new Error(`No node ${id}`);
  return node;
}

export const inputsOf = (doc: CanvasDoc, id: string) => nodeOf(doc, id).data.inputs ?? {};

/** Ends of an edge by node ids and input name, on the nodes' own handles. */
export function endsOf(doc: CanvasDoc, source: string, target: string, input: string) {
  return {
    source,
    sourceHandle: outputPorts(nodeOf(doc, source).data)[0]?.id ?? '',
    target,
    targetHandle: inputPorts(nodeOf(doc, target).data).find((port) => port.name === input)?.id ?? '',
  };
}

export const wire =
  (source: string, target: string, input: string): Command =>
  (doc) =>
    connect(endsOf(doc, source, target, input))(doc);

/** A template with everything a copy has to handle: a password, one in a tab, a credential, texts, a condition. */
export const keeper: NodeTemplate = {
  label: 'Keeper',
  name: 'keeper',
  version: 1,
  type: 'Keeper',
  category: 'Tools',
  description: '',
  icon: '',
  baseClasses: ['Keeper', 'Tool'],
  credential: { name: 'credential', label: 'Secret', type: 'credential', credentialNames: ['api'] },
  inputs: [
    { name: 'pass', label: 'Password', type: 'password', optional: true },
    {
      name: 'mode',
      label: 'Mode',
      type: 'tabs',
      tabIdentifier: 'selectedMode',
      default: 'plain',
      tabs: [
        { name: 'plain', label: 'Plain', type: 'string' },
        { name: 'hidden', label: 'Hidden', type: 'password' },
      ],
    },
    { name: 'text', label: 'Text', type: 'string', acceptVariable: true, optional: true },
    { name: 'rows', label: 'Rows', type: 'datagrid', optional: true },
    { name: 'file', label: 'File', type: 'file', optional: true },
    { name: 'model', label: 'Model', type: 'BaseChatModel', optional: true },
    { name: 'tools', label: 'Tools', type: 'Tool', list: true, optional: true },
  ],
};

/** A middle piece: takes a tool and gives one, or gives a chain by its second output. */
export const wrapper: NodeTemplate = {
  label: 'Wrapper',
  name: 'wrapper',
  version: 1,
  type: 'Wrapper',
  category: 'Tools',
  description: '',
  icon: '',
  baseClasses: ['Wrapper'],
  inputs: [
    { name: 'note', label: 'Note', type: 'string', optional: true },
    { name: 'inner', label: 'Inner', type: 'Tool' },
  ],
  outputs: [
    {
      name: 'plain',
      label: 'Plain',
      description: '',
      baseClasses: ['Wrapper'],
      isAnchor: true,
      hidden: false,
    },
    { name: 'tool', label: 'Tool', description: '', baseClasses: ['Tool'], isAnchor: true, hidden: false },
  ],
};
