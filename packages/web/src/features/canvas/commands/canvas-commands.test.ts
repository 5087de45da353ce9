import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { describe, expect, it } from 'vitest';
import { type CanvasDoc, toCanvasDoc, toFlowData, withLayout } from '../document/canvas-doc.ts';
import { duplicateNodes } from '../document/duplicate-nodes.ts';
import { inputPorts, outputPorts } from '../document/node-ports.ts';
import { updateNode } from '../document/update-node.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { fullLevel } from '../view/draw-level.ts';
import {
  addNode,
  type Command,
  chooseOutput,
  connect,
  moveNodes,
  remove,
  setValues,
} from './canvas-commands.ts';

const { model, tool, agent, chain, prompt } = testTemplates;

function build(...commands: Command[]): CanvasDoc {
  return commands.reduce((doc: CanvasDoc, command) => command(doc), { nodes: [], edges: [], groups: [] });
}

const at = { x: 0, y: 0 };
const find = (doc: CanvasDoc, id: string) => doc.nodes.find((node) => node.id === id)!;
const inputsOf = (doc: CanvasDoc, id: string) => find(doc, id).data.inputs ?? {};

/** Ends by node ids and input name, on the nodes' own handles. */
function ends(doc: CanvasDoc, source: string, target: string, input: string) {
  return {
    source,
    sourceHandle: outputPorts(find(doc, source).data)[0]!.id,
    target,
    targetHandle: inputPorts(find(doc, target).data).find((port) => port.name === input)!.id,
  };
}

const wire =
  (source: string, target: string, input: string): Command =>
  (doc) =>
    connect(ends(doc, source, target, input))(doc);

describe('adding and moving', () => {
  it('NODE-05, CANVAS-01: nodes get the next free number of their name and start from the defaults', () => {
    const doc = build(
      addNode(model, at),
      addNode(model, at),
      remove(['chatOpenAI_0']),
      addNode(model, { x: 8, y: 9 }),
    );
    expect(doc.nodes.map((node) => node.id)).toEqual(['chatOpenAI_1', 'chatOpenAI_0']);
    expect(inputsOf(doc, 'chatOpenAI_0')).toEqual({ temperature: 0.7 });
    expect(find(doc, 'chatOpenAI_0').position).toEqual({ x: 8, y: 9 });
    expect(doc.nodes.filter((node) => node.selected).map((node) => node.id)).toEqual(['chatOpenAI_0']);
  });

  it('CANVAS-03: a move touches the moved nodes alone', () => {
    const before = build(addNode(model, at), addNode(agent, at));
    const after = moveNodes(new Set(['toolAgent_0']), { x: 8, y: -1 })(before);
    expect(find(after, 'toolAgent_0').position).toEqual({ x: 8, y: -1 });
    expect(find(after, 'chatOpenAI_0')).toBe(find(before, 'chatOpenAI_0'));
  });
});

describe('connecting', () => {
  it('CONNECT-04, CANVAS-05: an edge has its four ends and writes the reference (I-09)', () => {
    const doc = build(addNode(model, at), addNode(agent, at), wire('chatOpenAI_0', 'toolAgent_0', 'model'));
    expect(doc.edges).toEqual([
      {
        id: 'chatOpenAI_0-chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel-toolAgent_0-toolAgent_0-input-model-BaseChatModel',
        type: 'buttonedge',
        source: 'chatOpenAI_0',
        sourceHandle: 'chatOpenAI_0-output-chatOpenAI-ChatOpenAI|BaseChatModel',
        target: 'toolAgent_0',
        targetHandle: 'toolAgent_0-input-model-BaseChatModel',
      },
    ]);
    expect(inputsOf(doc, 'toolAgent_0')['model']).toBe('{{chatOpenAI_0.data.instance}}');
  });

  it('CONNECT-01: an edge between classes that share nothing is not drawn', () => {
    const doc = build(addNode(tool, at), addNode(agent, at), wire('calculator_0', 'toolAgent_0', 'model'));
    expect(doc.edges).toEqual([]);
    expect(inputsOf(doc, 'toolAgent_0')['model']).toBe('');
  });

  it('CONNECT-02, CONNECT-03: a taken single anchor keeps its edge, a list takes more', () => {
    const doc = build(
      ...[addNode(model, at), addNode(model, at), addNode(tool, at), addNode(tool, at), addNode(agent, at)],
      wire('chatOpenAI_0', 'toolAgent_0', 'model'),
      wire('chatOpenAI_1', 'toolAgent_0', 'model'),
      wire('calculator_0', 'toolAgent_0', 'tools'),
      wire('calculator_1', 'toolAgent_0', 'tools'),
    );
    expect(doc.edges.map((edge) => edge.source)).toEqual(['chatOpenAI_0', 'calculator_0', 'calculator_1']);
    expect(inputsOf(doc, 'toolAgent_0')).toMatchObject({
      model: '{{chatOpenAI_0.data.instance}}',
      tools: ['{{calculator_0.data.instance}}', '{{calculator_1.data.instance}}'],
    });
  });

  it('CONNECT-02: a list takes each output once', () => {
    const doc = build(
      ...[addNode(tool, at), addNode(agent, at)],
      wire('calculator_0', 'toolAgent_0', 'tools'),
      wire('calculator_0', 'toolAgent_0', 'tools'),
    );
    expect(doc.edges).toHaveLength(1);
    expect(inputsOf(doc, 'toolAgent_0')['tools']).toEqual(['{{calculator_0.data.instance}}']);
  });

  it('I-09: taking an edge away clears what it wrote', () => {
    const wired = build(
      ...[addNode(model, at), addNode(tool, at), addNode(tool, at), addNode(agent, at)],
      wire('chatOpenAI_0', 'toolAgent_0', 'model'),
      wire('calculator_0', 'toolAgent_0', 'tools'),
      wire('calculator_1', 'toolAgent_0', 'tools'),
    );
    const less = remove(['calculator_0'], [wired.edges[0]!.id])(wired);
    expect(less.edges).toHaveLength(1);
    expect(inputsOf(less, 'toolAgent_0')).toMatchObject({
      model: '',
      tools: ['{{calculator_1.data.instance}}'],
    });
  });

  it('I-09: a parameter that takes variables keeps its text when an edge comes, and loses only the reference when it goes', () => {
    const wired = build(
      addNode(chain, at),
      chooseOutput('llmChain_0', 'outputPrediction'),
      addNode(prompt, at),
      setValues('promptTemplate_0', { promptValues: '{"a":"{{llmChain_0.data.instance}}"}' }),
      wire('llmChain_0', 'promptTemplate_0', 'promptValues'),
    );
    expect(wired.edges).toHaveLength(1);
    expect(inputsOf(wired, 'promptTemplate_0')['promptValues']).toBe('{"a":"{{llmChain_0.data.instance}}"}');
    const less = remove([], [wired.edges[0]!.id])(wired);
    expect(inputsOf(less, 'promptTemplate_0')['promptValues']).toBe('{"a":""}');
  });

  it('NODE-13: choosing another output moves the handle and takes the edges of the old one away', () => {
    const wired = build(
      addNode(chain, at),
      addNode(testTemplates.chainUser, at),
      wire('llmChain_0', 'chainTool_0', 'baseChain'),
    );
    expect(wired.edges).toHaveLength(1);
    const other = chooseOutput('llmChain_0', 'outputPrediction')(wired);
    expect(outputPorts(find(other, 'llmChain_0').data).map((port) => port.id)).toEqual([
      'llmChain_0-output-outputPrediction-string|json',
    ]);
    expect(other.edges).toEqual([]);
    expect(inputsOf(other, 'chainTool_0')['baseChain']).toBe('');
  });
});

describe('duplicating', () => {
  it('copies the edges among the copies, and none to the outside', () => {
    const doc = build(
      ...[addNode(model, at), addNode(tool, at), addNode(agent, at)],
      wire('chatOpenAI_0', 'toolAgent_0', 'model'),
      wire('calculator_0', 'toolAgent_0', 'tools'),
      setValues('toolAgent_0', { selectedTab_toolAgent_0: 'code' }),
      duplicateNodes(new Set(['toolAgent_0', 'calculator_0'])),
    );
    expect(inputsOf(doc, 'toolAgent_1')).toEqual({
      model: '',
      tools: ['{{calculator_1.data.instance}}'],
      selectedTab_toolAgent_1: 'code',
    });
    const copied = doc.edges.filter((edge) => edge.target === 'toolAgent_1');
    expect(copied.map((edge) => edge.sourceHandle)).toEqual([
      'calculator_1-output-calculator-Calculator|Tool',
    ]);
    expect(copied[0]?.targetHandle).toBe('toolAgent_1-input-tools-Tool');
    expect(find(doc, 'toolAgent_1').position).not.toEqual(at);
    expect(doc.nodes.filter((node) => node.selected).map((node) => node.id)).toEqual([
      'calculator_1',
      'toolAgent_1',
    ]);
  });
});

describe('updating a node', () => {
  const newer: NodeTemplate = {
    ...agent,
    version: 9,
    inputs: [
      { name: 'model', label: 'Model', type: 'BaseLanguageModel' },
      { name: 'rounds', label: 'Rounds', type: 'number', default: 5 },
    ],
  };

  it('I-14: known values and matching edges stay, the rest goes', () => {
    const doc = build(
      ...[addNode(model, at), addNode(tool, at), addNode(agent, at)],
      wire('chatOpenAI_0', 'toolAgent_0', 'model'),
      wire('calculator_0', 'toolAgent_0', 'tools'),
      updateNode('toolAgent_0', newer),
    );
    expect(find(doc, 'toolAgent_0').data.version).toBe(9);
    expect(inputsOf(doc, 'toolAgent_0')).toEqual({ model: '{{chatOpenAI_0.data.instance}}', rounds: 5 });
    expect(doc.edges.map((edge) => edge.targetHandle)).toEqual(['toolAgent_0-input-model-BaseLanguageModel']);
  });

  it('an edge follows an output that has another name now', () => {
    const wired = build(addNode(tool, at), addNode(agent, at), wire('calculator_0', 'toolAgent_0', 'tools'));
    const sourceHandle = 'calculator_0-output-formerly-Calculator|Tool';
    const old = { ...wired, edges: wired.edges.map((edge) => ({ ...edge, sourceHandle })) };
    const doc = updateNode('calculator_0', { ...tool, version: 9 })(old);
    expect(doc.edges.map((edge) => edge.sourceHandle)).toEqual([
      'calculator_0-output-calculator-Calculator|Tool',
    ]);
  });
});

describe('opening and saving', () => {
  it('CANVAS-06: a saved flow opens with the same nodes, places, values and edges, and keys nobody knows stay', () => {
    const built = build(
      addNode(model, { x: 3, y: 4 }),
      addNode(agent, at),
      wire('chatOpenAI_0', 'toolAgent_0', 'model'),
    );
    const saved = toFlowData({ ...built, nodes: built.nodes.map((node) => withLayout(node, fullLevel)) });
    const foreign = { ...saved, nodes: saved.nodes.map((node) => ({ ...node, parentNode: 'iteration_0' })) };
    const opened = toCanvasDoc(foreign, fullLevel);
    expect(toFlowData(opened)).toEqual(foreign);
    expect(opened.nodes[0]).not.toHaveProperty('parentNode');
  });

  it('an edge without one of its nodes is left out', () => {
    const built = build(addNode(model, at), addNode(agent, at), wire('chatOpenAI_0', 'toolAgent_0', 'model'));
    const saved = toFlowData(built);
    expect(toCanvasDoc({ ...saved, nodes: saved.nodes.slice(1) }, fullLevel).edges).toEqual([]);
  });
});
