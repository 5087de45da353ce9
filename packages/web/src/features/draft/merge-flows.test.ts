import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowData } from '@tendril/contract/flow/flow';
import { describe, expect, it } from 'vitest';
import {
  addNode,
  type Command,
  connect,
  moveNodes,
  remove,
  renameNode,
  setCredential,
  setValues,
} from '../canvas/commands/canvas-commands.ts';
import { fullBox } from '../canvas/document/canvas-doc.ts';
import { isSameFlow } from './diff-flows.ts';
import { mergeFlows } from './merge-flows.ts';
import { baseFlow, edited, testTemplate } from './testing/edited.ts';

const agentTools = 'toolAgent_0-input-tools-Tool';
const toolOutput = (id: string) => `${id}-output-calculator-Calculator|Tool`;
const modelOutput = (id: string) => `${id}-output-chatOpenAI-ChatOpenAI|BaseChatModel`;
const add = (name: string, x = 0, y = 900) => addNode(testTemplate(name), { x, y });
const wireTool = (id: string) =>
  connect({ source: id, sourceHandle: toolOutput(id), target: 'toolAgent_0', targetHandle: agentTools });
const wireModel = (id: string) =>
  connect({
    source: id,
    sourceHandle: modelOutput(id),
    target: 'toolAgent_0',
    targetHandle: 'toolAgent_0-input-model-BaseChatModel',
  });
const without = (edge: string) => remove([], [edge]);
const modelEdge = `chatOpenAI_0-${modelOutput('chatOpenAI_0')}-toolAgent_0-toolAgent_0-input-model-BaseChatModel`;

interface Row {
  name: string;
  mine: Command[];
  theirs: Command[];
  /** Commands that lead from the base to the merged flow. */
  merged: Command[];
  clashes?: string[];
}

const rows: Row[] = [
  {
    name: 'disjoint nodes: both changes',
    mine: [setValues('chatOpenAI_0', { temperature: 0.1 })],
    theirs: [renameNode('calculator_0', 'Sums'), setValues('promptTemplate_0', { template: 'theirs' })],
    merged: [
      setValues('chatOpenAI_0', { temperature: 0.1 }),
      renameNode('calculator_0', 'Sums'),
      setValues('promptTemplate_0', { template: 'theirs' }),
    ],
  },
  {
    name: 'one node, different parameters: both',
    mine: [setValues('promptTemplate_0', { template: 'mine' })],
    theirs: [setValues('promptTemplate_0', { promptValues: '{"a":1}' })],
    merged: [setValues('promptTemplate_0', { template: 'mine', promptValues: '{"a":1}' })],
  },
  {
    name: 'one parameter: a clash that mine wins until somebody chooses',
    mine: [setValues('promptTemplate_0', { template: 'mine' })],
    theirs: [setValues('promptTemplate_0', { template: 'theirs' })],
    merged: [setValues('promptTemplate_0', { template: 'mine' })],
    clashes: ['promptTemplate_0:input:template'],
  },
  {
    name: 'the name of one node: a clash',
    mine: [renameNode('chatOpenAI_0', 'Mine')],
    theirs: [renameNode('chatOpenAI_0', 'Theirs')],
    merged: [renameNode('chatOpenAI_0', 'Mine')],
    clashes: ['chatOpenAI_0:label'],
  },
  {
    name: 'the secret of one node: a clash',
    mine: [setCredential('chatOpenAI_0', 'one')],
    theirs: [setCredential('chatOpenAI_0', 'two')],
    merged: [setCredential('chatOpenAI_0', 'one')],
    clashes: ['chatOpenAI_0:credential'],
  },
  {
    name: 'I delete what they edited: a clash, the edited one stays',
    mine: [remove(['promptTemplate_0'])],
    theirs: [setValues('promptTemplate_0', { template: 'theirs' })],
    merged: [setValues('promptTemplate_0', { template: 'theirs' })],
    clashes: ['node:promptTemplate_0'],
  },
  {
    name: 'they delete what I edited: a clash, the edited one stays with its edges',
    mine: [setValues('chatOpenAI_0', { temperature: 0.1 })],
    theirs: [remove(['chatOpenAI_0'])],
    merged: [setValues('chatOpenAI_0', { temperature: 0.1 })],
    clashes: ['node:chatOpenAI_0'],
  },
  {
    name: 'they delete what I only moved: it is deleted',
    mine: [moveNodes(new Set(['chatOpenAI_0']), { x: 40, y: 40 })],
    theirs: [remove(['chatOpenAI_0'])],
    merged: [remove(['chatOpenAI_0'])],
  },
  {
    name: 'both delete: it is deleted once',
    mine: [remove(['calculator_0'])],
    theirs: [remove(['calculator_0'])],
    merged: [remove(['calculator_0'])],
  },
  {
    name: 'both delete neighbours: both are gone and no reference is left',
    mine: [remove(['calculator_0'])],
    theirs: [remove(['toolAgent_0'])],
    merged: [remove(['calculator_0', 'toolAgent_0'])],
  },
  {
    name: 'an edge to a node that the other deleted: a clash, the node stays',
    mine: [add('calculator'), wireTool('calculator_1')],
    theirs: [remove(['toolAgent_0'])],
    merged: [add('calculator'), wireTool('calculator_1')],
    clashes: ['node:toolAgent_0'],
  },
  {
    name: 'both move one node: mine, without a word',
    mine: [moveNodes(new Set(['calculator_0']), { x: 40, y: 40 })],
    theirs: [moveNodes(new Set(['calculator_0']), { x: -40, y: 0 })],
    merged: [moveNodes(new Set(['calculator_0']), { x: 40, y: 40 })],
  },
  {
    name: 'I move and they rename one node: both',
    mine: [moveNodes(new Set(['calculator_0']), { x: 40, y: 40 })],
    theirs: [renameNode('calculator_0', 'Sums')],
    merged: [moveNodes(new Set(['calculator_0']), { x: 40, y: 40 }), renameNode('calculator_0', 'Sums')],
  },
  {
    name: 'the same change on both sides: once',
    mine: [setValues('promptTemplate_0', { template: 'same' }), add('promptTemplate')],
    theirs: [setValues('promptTemplate_0', { template: 'same' }), add('promptTemplate')],
    merged: [setValues('promptTemplate_0', { template: 'same' }), add('promptTemplate')],
  },
  {
    name: 'each wires another tool to one list: both',
    mine: [add('promptTemplate'), add('calculator'), wireTool('calculator_1')],
    theirs: [without(modelEdge)],
    merged: [add('promptTemplate'), add('calculator'), wireTool('calculator_1'), without(modelEdge)],
  },
  {
    name: 'I take an edge away, they add one at the same node: both',
    mine: [without(modelEdge)],
    theirs: [add('calculator'), wireTool('calculator_1')],
    merged: [without(modelEdge), add('calculator'), wireTool('calculator_1')],
  },
];

/** Order is no content: nodes and edges by id. */
const sorted = ({ nodes, edges, ...rest }: FlowData) => ({
  ...rest,
  nodes: nodes.toSorted((one, other) => one.id.localeCompare(other.id)),
  edges: edges.toSorted((one, other) => (one.id ?? '').localeCompare(other.id ?? '')),
});

describe('two drafts from one base', () => {
  it.each(rows)('$name', ({ mine, theirs, merged, clashes = [] }) => {
    const base = baseFlow();
    const result = mergeFlows({ base, mine: edited(base, ...mine), theirs: edited(base, ...theirs) });
    expect(result.clashes.map((clash) => clash.id)).toEqual(clashes);
    expect(sorted(edited(result.flow))).toEqual(sorted(edited(base, ...merged)));
  });

  it('a choice settles a clash either way', () => {
    const base = baseFlow();
    const mine = edited(base, setValues('promptTemplate_0', { template: 'mine' }), remove(['calculator_0']));
    const theirs = edited(
      base,
      setValues('promptTemplate_0', { template: 'theirs' }),
      renameNode('calculator_0', 'Sums'),
    );
    const merge = (choices: Record<string, 'mine' | 'theirs'>) =>
      edited(mergeFlows({ base, mine, theirs }, choices).flow);
    const flow = merge({ 'promptTemplate_0:input:template': 'theirs', 'node:calculator_0': 'mine' });
    expect(isSameFlow(flow, edited(mine, setValues('promptTemplate_0', { template: 'theirs' })))).toBe(true);
    expect(isSameFlow(merge({}), edited(theirs, setValues('promptTemplate_0', { template: 'mine' })))).toBe(
      true,
    );
  });

  it('both add a node with the same id: mine gets another one, and what named it follows', () => {
    const base = baseFlow();
    const mine = edited(
      base,
      add('calculator', 10),
      renameNode('calculator_1', 'Mine'),
      wireTool('calculator_1'),
    );
    const theirs = edited(
      base,
      add('calculator', 20),
      renameNode('calculator_1', 'Theirs'),
      wireTool('calculator_1'),
    );
    const { flow, clashes } = mergeFlows({ base, mine, theirs });
    expect(clashes).toEqual([]);
    const label = (id: string) => flow.nodes.find((node) => node.id === id)?.data.label;
    expect([label('calculator_1'), label('calculator_2')]).toEqual(['Theirs', 'Mine']);
    const own = flow.nodes.find((node) => node.id === 'calculator_2');
    expect(own?.data.id).toBe('calculator_2');
    expect(own?.data.outputAnchors?.[0]?.id).toBe(toolOutput('calculator_2'));
    expect(flow.edges.map((edge) => edge.source).toSorted()).toEqual([
      'calculator_0',
      'calculator_1',
      'calculator_2',
      'chatOpenAI_0',
    ]);
    const agent = flow.nodes.find((node) => node.id === 'toolAgent_0');
    expect(new Set(agent?.data.inputs?.['tools'] as string[])).toEqual(
      new Set(['calculator_0', 'calculator_1', 'calculator_2'].map((id) => `{{${id}.data.instance}}`)),
    );
  });

  it('nodes that both added to the same free place do not lie on each other', () => {
    const base = baseFlow();
    const mine = edited(base, add('calculator', 0, 900), add('calculator', 0, 900));
    const theirs = edited(base, add('promptTemplate', 0, 900));
    const { nodes } = mergeFlows({ base, mine, theirs }).flow;
    const added = nodes
      .filter((node) => node.position.y >= 900)
      .toSorted((one, other) => one.position.y - other.position.y);
    expect(added).toHaveLength(3);
    for (const [index, node] of added.entries()) {
      const above = added[index - 1];
      if (above) expect(node.position.y).toBe(above.position.y + fullBox({ data: above.data }).height + 40);
    }
    expect(nodes.find((node) => node.id === 'promptTemplate_1')?.position.y).toBe(900);
  });

  it('nodes inside an iteration do not lie on those outside, whose places are counted from elsewhere', () => {
    const base = baseFlow();
    const mine = edited(base, add('calculator', 0, 900));
    const inside = { ...mine, nodes: mine.nodes.map((node) => ({ ...node })) };
    for (const node of inside.nodes)
      if (node.position.y === 900)
        Object.assign(node, { parentNode: 'iterationAgentflow_0', extent: 'parent' });
    const theirs = edited(base, add('promptTemplate', 0, 900));
    const { nodes } = mergeFlows({ base, mine: inside, theirs }).flow;
    expect(nodes.filter((node) => node.position.y === 900)).toHaveLength(2);
  });

  it('an imported node keeps its size when both have changed it', () => {
    const sized = (flow: FlowData): FlowData => ({
      ...flow,
      nodes: flow.nodes.map((node) => ({ ...node, width: 300, height: 480 })),
    });
    const base = sized(baseFlow());
    const mine = sized(edited(base, renameNode('chatOpenAI_0', 'Mine')));
    const theirs = sized(edited(base, setValues('chatOpenAI_0', { temperature: 0.1 })));
    const { flow } = mergeFlows({ base, mine, theirs });
    expect(flow.nodes.find(({ id }) => id === 'chatOpenAI_0')).toMatchObject({
      width: 300,
      height: 480,
      data: { label: 'Mine', inputs: { temperature: 0.1 } },
    });
  });

  it('each connects another node to a place for one: a clash about that place', () => {
    const base = edited(baseFlow(), without(modelEdge), add('chatOpenAI'));
    const mine = edited(base, wireModel('chatOpenAI_0'));
    const theirs = edited(base, wireModel('chatOpenAI_1'));
    const id = 'place:toolAgent_0-input-model-BaseChatModel';
    const kept = mergeFlows({ base, mine, theirs });
    expect(kept.clashes.map((clash) => [clash.id, clash.kind])).toEqual([[id, 'place']]);
    expect(isSameFlow(edited(kept.flow), mine)).toBe(true);
    expect(isSameFlow(edited(mergeFlows({ base, mine, theirs }, { [id]: 'theirs' }).flow), theirs)).toBe(
      true,
    );
  });

  it('disabled and pinned nodes merge on their own', () => {
    const base = baseFlow();
    const change = (id: string, more: object) => (flow: FlowData) => ({
      ...flow,
      nodes: flow.nodes.map((node) => (node.id === id ? { ...node, ...more } : node)),
    });
    const pinned = { outputs: { output: 4 }, at: 1 };
    const mine = change('calculator_0', { isDisabled: true })(base);
    const theirs = change('calculator_0', { pinned })(base);
    const node = mergeFlows({ base, mine, theirs }).flow.nodes.find(({ id }) => id === 'calculator_0');
    expect(node).toMatchObject({ isDisabled: true, pinned });
    const other = change('calculator_0', { pinned: { outputs: { output: 5 }, at: 2 } })(base);
    expect(mergeFlows({ base, mine: theirs, theirs: other }).clashes.map((clash) => clash.facet)).toEqual([
      'pinned',
    ]);
  });

  it('groups: members of both sides, a clash only about the name', () => {
    const base = baseFlow();
    const grouped = (label: string, ...nodeIds: string[]) => ({
      ...base,
      groups: [{ id: 'group_0', label, nodeIds }],
    });
    const mine = grouped('Mine', 'chatOpenAI_0', 'calculator_0', 'promptTemplate_0');
    const theirs = grouped('Theirs', 'calculator_0');
    const { flow, clashes } = mergeFlows({ base, mine, theirs });
    expect(clashes.map((clash) => clash.id)).toEqual(['group:group_0']);
    expect(flow.groups).toEqual([
      { id: 'group_0', label: 'Mine', nodeIds: ['calculator_0', 'promptTemplate_0'] },
    ]);
  });

  it('a mask that came back for a saved password is no change', () => {
    const base = edited(baseFlow(), add('secretTool'), setValues('secretTool_0', { key: 'first' }));
    const theirs = edited(base, setValues('secretTool_0', { key: storedValueMask, place: 'theirs' }));
    const mine = edited(base, setValues('secretTool_0', { key: 'second' }));
    const { flow, clashes } = mergeFlows({ base, mine, theirs });
    expect(clashes).toEqual([]);
    const inputs = flow.nodes.find((node) => node.id === 'secretTool_0')?.data.inputs;
    expect(inputs).toMatchObject({ key: 'second', place: 'theirs' });
  });

  it('keys we do not know stay, of the flow and of its nodes', () => {
    const base: FlowData = { ...baseFlow(), viewport: { x: 1, y: 2, zoom: 1 }, extra: 'kept' };
    const withKey: FlowData = {
      ...base,
      nodes: base.nodes.map((node, index) => (index === 0 ? { ...node, parentNode: 'frame' } : node)),
    };
    const same = mergeFlows({ base: withKey, mine: withKey, theirs: withKey });
    expect(same.flow).toMatchObject({ extra: 'kept', viewport: { zoom: 1 } });
    expect(same.flow.nodes[0]).toMatchObject({ parentNode: 'frame' });
  });
});
