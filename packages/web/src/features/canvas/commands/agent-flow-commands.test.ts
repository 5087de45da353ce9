import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { describe, expect, it } from 'vitest';
import { type CanvasDoc, toCanvasDoc, toFlowData } from '../document/canvas-doc.ts';
import { duplicateNodes } from '../document/duplicate-nodes.ts';
import { nodesInside } from '../document/iterations.ts';
import { outputPorts } from '../document/node-ports.ts';
import { build, nodeOf, wire } from '../testing/flow-maker.ts';
import { fullLevel } from '../view/draw-level.ts';
import { addInOrder } from './add-in-order.ts';
import { addNode, type Command, connect, judge, moveNodes, remove, setValues } from './canvas-commands.ts';
import { insertOnEdge } from './insert-on-edge.ts';
import { moveTo } from './move-to.ts';
import { resizeFrame } from './resize-frame.ts';

function step(name: string, more: Partial<NodeTemplate> = {}): NodeTemplate {
  const shared = { label: name, version: 1, type: name, category: 'Agent Flows', description: '', icon: '' };
  return { ...shared, name: `${name}Agentflow`, baseClasses: [name], inputs: [], ...more };
}

const start = step('start', { hideInput: true });
const llm = step('llm');
const human = step('humanInput');
const iteration = step('iteration');
const two = [
  { value1: '{{ question }}', operation: 'contains', value2: 'refund', type: 'string' },
  { value1: '2', operation: 'larger', value2: '1', type: 'number' },
];
const condition = step('condition', {
  inputs: [{ name: 'conditions', label: 'Conditions', type: 'array', default: two }],
});

const at = (x: number, y = 0) => ({ x, y });
const branch =
  (source: string, output: number, target: string): Command =>
  (doc) =>
    connect({ source, sourceHandle: `${source}-output-${output}`, target, targetHandle: target })(doc);
const edgesOf = (doc: CanvasDoc) => doc.edges.map(({ sourceHandle, target }) => `${sourceHandle} ${target}`);

describe('steps of an agent flow', () => {
  it('edges end at the step itself, are written into no value, and carry what files have of them', () => {
    const doc = build(
      addNode(start, at(0)),
      addNode(llm, at(300)),
      wire('startAgentflow_0', 'llmAgentflow_0', 'previous'),
    );
    const [edge] = toFlowData(doc).edges;
    expect(edge).toMatchObject({
      type: 'agentFlow',
      sourceHandle: 'startAgentflow_0-output-startAgentflow',
      targetHandle: 'llmAgentflow_0',
      data: {
        sourceColor: expect.stringMatching(/^#/),
        targetColor: expect.stringMatching(/^#/),
        isHumanInput: false,
      },
    });
    expect(nodeOf(doc, 'llmAgentflow_0').data.inputs).toEqual({});
    expect(nodeOf(doc, 'llmAgentflow_0').type).toBe('agentFlow');
  });

  it('no edge leads back to its own step or in a circle, and there is one Start', () => {
    const doc = build(
      addNode(start, at(0)),
      addNode(llm, at(300)),
      addNode(llm, at(600)),
      wire('llmAgentflow_0', 'llmAgentflow_1', 'previous'),
      addNode(start, at(900)),
    );
    expect(doc.nodes).toHaveLength(3);
    const back = { source: 'llmAgentflow_1', sourceHandle: 'llmAgentflow_1-output-llmAgentflow' };
    expect(judge(doc, { ...back, target: 'llmAgentflow_0', targetHandle: 'llmAgentflow_0' })).toEqual({
      isValid: false,
      reason: 'cycle',
    });
    expect(judge(doc, { ...back, target: 'llmAgentflow_1', targetHandle: 'llmAgentflow_1' })).toEqual({
      isValid: false,
      reason: 'self',
    });
    expect(duplicateNodes(new Set(['startAgentflow_0']))(doc).nodes).toHaveLength(3);
  });

  it('a condition has an output per comparison and one for what is left; a failing step may have one for errors', () => {
    const { data } = nodeOf(build(addNode(condition, at(0))), 'conditionAgentflow_0');
    expect(outputPorts(data).map(({ id, label }) => [id, label])).toEqual([
      ['conditionAgentflow_0-output-0', 'question contains refund'],
      ['conditionAgentflow_0-output-1', '2 > 1'],
      ['conditionAgentflow_0-output-2', 'else'],
    ]);
    const failing = { ...data, settings: { onError: 'branch' as const } };
    expect(outputPorts(failing).at(-1)?.id).toBe('conditionAgentflow_0-output-error');
  });

  it('edges follow their comparison when it is moved, and go with it', () => {
    const doc = build(
      addNode(condition, at(0)),
      addNode(llm, at(300)),
      addNode(llm, at(300, 200)),
      addNode(llm, at(300, 400)),
      branch('conditionAgentflow_0', 0, 'llmAgentflow_0'),
      branch('conditionAgentflow_0', 1, 'llmAgentflow_1'),
      branch('conditionAgentflow_0', 2, 'llmAgentflow_2'),
    );
    const swapped = setValues('conditionAgentflow_0', { conditions: two.toReversed() })(doc);
    expect(edgesOf(swapped)).toEqual([
      'conditionAgentflow_0-output-1 llmAgentflow_0',
      'conditionAgentflow_0-output-0 llmAgentflow_1',
      'conditionAgentflow_0-output-2 llmAgentflow_2',
    ]);
    const fewer = setValues('conditionAgentflow_0', { conditions: two.slice(1) })(doc);
    expect(edgesOf(fewer)).toEqual([
      'conditionAgentflow_0-output-0 llmAgentflow_1',
      'conditionAgentflow_0-output-1 llmAgentflow_2',
    ]);
    const changed = setValues('conditionAgentflow_0', { conditions: [{ ...two[0], value2: 'x' }, two[1]] })(
      doc,
    );
    expect(edgesOf(changed)).toEqual(edgesOf(doc));
    expect(nodeOf(fewer, 'conditionAgentflow_0').data.outputAnchors).toHaveLength(2);
  });

  it('a step that is added goes on from the chosen one, from its first open way', () => {
    const sight = { left: 0, top: 0, right: 2000, bottom: 1000 };
    const doc = build(addInOrder(start, sight), addInOrder(condition, sight), addInOrder(llm, sight));
    expect(edgesOf(doc)).toEqual([
      'startAgentflow_0-output-startAgentflow conditionAgentflow_0',
      'conditionAgentflow_0-output-0 llmAgentflow_0',
    ]);
  });
});

describe('iterations', () => {
  const framed = () =>
    build(
      addNode(start, at(0)),
      addNode(iteration, at(300)),
      addNode(llm, at(340, 80)),
      addNode(llm, at(900)),
    );

  it('what is put into the frame stands in it, relative to it in the file', () => {
    const doc = framed();
    expect(nodesInside(doc.nodes, 'iterationAgentflow_0').map(({ id }) => id)).toEqual(['llmAgentflow_0']);
    const written = toFlowData(doc).nodes.find(({ id }) => id === 'llmAgentflow_0');
    expect(written).toMatchObject({
      parentNode: 'iterationAgentflow_0',
      extent: 'parent',
      position: { x: 40, y: 80 },
      positionAbsolute: { x: 340, y: 80 },
    });
    const read = toCanvasDoc(toFlowData(doc), fullLevel);
    expect(nodeOf(read, 'llmAgentflow_0').position).toEqual(at(340, 80));
    expect(nodeOf(read, 'iterationAgentflow_0').frame).toEqual({ width: 440, height: 240 });
  });

  it('people are not asked in an iteration, iterations do not nest, and no edge crosses the frame', () => {
    const doc = build(addNode(iteration, at(0)), addNode(human, at(40, 80)), addNode(iteration, at(60, 60)));
    expect(nodesInside(doc.nodes, 'iterationAgentflow_0')).toEqual([]);
    const across = { source: 'startAgentflow_0', sourceHandle: 'startAgentflow_0-output-startAgentflow' };
    expect(judge(framed(), { ...across, target: 'llmAgentflow_0', targetHandle: 'llmAgentflow_0' })).toEqual({
      isValid: false,
      reason: 'border',
    });
  });

  it('a step that is dragged out or in changes where it stands, and loses the edges that would cross', () => {
    const doc = wire('startAgentflow_0', 'llmAgentflow_1', 'previous')(framed());
    const out = moveTo(new Map([['llmAgentflow_0', at(1300, 500)]]))(doc);
    expect(nodesInside(out.nodes, 'iterationAgentflow_0')).toEqual([]);
    const held = moveTo(new Map([['llmAgentflow_1', at(500, 120)]]), { isHeld: true })(doc);
    expect(held.edges).toHaveLength(1);
    const dropped = moveTo(new Map([['llmAgentflow_1', at(500, 120)]]))(held);
    expect(nodesInside(dropped.nodes, 'iterationAgentflow_0')).toHaveLength(2);
    expect(dropped.edges).toEqual([]);
  });

  it('moves, copies and goes with what stands in it', () => {
    const moved = moveNodes(new Set(['iterationAgentflow_0']), at(10, 20))(framed());
    expect(nodeOf(moved, 'llmAgentflow_0').position).toEqual(at(350, 100));
    const copied = duplicateNodes(new Set(['iterationAgentflow_0']))(framed());
    expect(nodesInside(copied.nodes, 'iterationAgentflow_1').map(({ id }) => id)).toEqual(['llmAgentflow_2']);
    expect(remove(['iterationAgentflow_0'])(framed()).nodes.map(({ id }) => id)).toEqual([
      'startAgentflow_0',
      'llmAgentflow_1',
    ]);
  });

  it('the frame is never smaller than what stands in it', () => {
    const doc = resizeFrame('iterationAgentflow_0', { width: 10, height: 10 })(framed());
    const { frame } = nodeOf(doc, 'iterationAgentflow_0');
    expect(frame?.width).toBeGreaterThan(130);
    expect(
      resizeFrame('iterationAgentflow_0', { width: 700, height: 400 })(doc).nodes.find((node) => node.frame)
        ?.frame,
    ).toEqual({
      width: 700,
      height: 400,
    });
  });

  it('a step inserted into an edge in an iteration stands in it too', () => {
    const inner = build(
      addNode(iteration, at(0)),
      addNode(llm, at(20, 80)),
      addNode(llm, at(280, 80)),
      wire('llmAgentflow_0', 'llmAgentflow_1', 'previous'),
    );
    const doc = insertOnEdge(inner.edges[0]?.id ?? '', llm, at(900, 80))(inner);
    expect(nodesInside(doc.nodes, 'iterationAgentflow_0')).toHaveLength(3);
    expect(doc.edges).toHaveLength(2);
  });
});

describe('files of agent flows', () => {
  const file: FlowData = {
    nodes: [
      {
        id: 'iterationAgentflow_0',
        position: { x: -13.75, y: 8.5 },
        data: { id: 'iterationAgentflow_0', label: 'Each', name: 'iterationAgentflow', odd: 1 },
        type: 'iteration',
        width: 481,
        height: 250,
        style: { width: 481, height: 250 },
        resizing: false,
      },
      {
        type: 'agentFlow',
        id: 'llmAgentflow_0',
        position: { x: 56.1, y: 92.3 },
        parentNode: 'iterationAgentflow_0',
        extent: 'parent',
        width: 191,
        height: 71,
        positionAbsolute: { x: 42.35, y: 100.8 },
        data: { id: 'llmAgentflow_0', label: 'Ask', name: 'llmAgentflow', selected: false },
      },
    ],
    edges: [],
  };
  const written = (doc: CanvasDoc) => JSON.stringify(toFlowData(doc));

  it('are written as they were read until something changes, and then only that', () => {
    const doc = toCanvasDoc(file, fullLevel);
    expect(written(doc)).toBe(JSON.stringify(file));
    const moved = moveTo(new Map([['iterationAgentflow_0', at(0, 0)]]))(doc);
    const [frame, inner] = toFlowData(moved).nodes;
    expect(Object.keys(frame ?? {})).toEqual(Object.keys(file.nodes[0] ?? {}));
    expect(inner).toMatchObject({ position: { x: 56.1, y: 92.3 }, width: 191, height: 71 });
    const renamed = setValues('llmAgentflow_0', { llmUserMessage: 'Hi' })(doc);
    expect(Object.keys(toFlowData(renamed).nodes[1] ?? {})).toEqual(Object.keys(file.nodes[1] ?? {}));
    const back = moveTo(new Map([['iterationAgentflow_0', at(-13.75, 8.5)]]))(moved);
    expect(written(back)).toBe(JSON.stringify(file));
  });

  it('a step that leaves its iteration loses what named it', () => {
    const out = moveTo(new Map([['llmAgentflow_0', at(900, 900)]]))(toCanvasDoc(file, fullLevel));
    const node = toFlowData(out).nodes[1];
    expect(node).not.toHaveProperty('parentNode');
    expect(node).not.toHaveProperty('extent');
    expect(node?.position).toEqual(at(900, 900));
  });
});
