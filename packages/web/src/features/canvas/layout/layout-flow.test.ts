import * as dagre from '@dagrejs/dagre';
import { describe, expect, it } from 'vitest';
import { addNode, type Command, connect } from '../commands/canvas-commands.ts';
import { type CanvasDoc, type CanvasNode, withLayout } from '../document/canvas-doc.ts';
import { inputPorts, outputPorts } from '../document/node-ports.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { drawLevels, fullLevel } from '../view/draw-level.ts';
import { type Box, stack } from './column-places.ts';
import { type Drawing, layoutFlow } from './layout-flow.ts';

const { model, tool, agent } = testTemplates;

type Groups = Drawing['groups'];

function build(...commands: Command[]): CanvasDoc {
  return commands.reduce<CanvasDoc>((doc, command) => command(doc), {
    nodes: [],
    edges: [],
    groups: [],
  } as CanvasDoc);
}

const wire =
  (source: string, target: string, input: string): Command =>
  (doc) => {
    const find = (id: string) => doc.nodes.find((node) => node.id === id)!.data;
    return connect({
      source,
      sourceHandle: outputPorts(find(source))[0]!.id,
      target,
      targetHandle: inputPorts(find(target)).find((port) => port.name === input)!.id,
    })(doc);
  };

/** An agent with a model and two tools, drawn in the wrong order. */
const heap = () =>
  build(
    ...[addNode(agent, { x: 0, y: 0 }), addNode(model, { x: 40, y: -30 })],
    ...[addNode(tool, { x: 10, y: 10 }), addNode(tool, { x: 20, y: 20 })],
    wire('chatOpenAI_0', 'toolAgent_0', 'model'),
    wire('calculator_0', 'toolAgent_0', 'tools'),
    wire('calculator_1', 'toolAgent_0', 'tools'),
  );

function placed(doc: CanvasDoc, ids?: ReadonlySet<string>, groups: Groups = []): Map<string, CanvasNode> {
  const places = layoutFlow(dagre, { ...doc, groups }, ids);
  return new Map(
    doc.nodes.map((node) => [
      node.id,
      withLayout({ ...node, position: places.get(node.id) ?? node.position }, fullLevel),
    ]),
  );
}

function overlap(one: CanvasNode, other: CanvasNode): boolean {
  const apart = (axis: 'x' | 'y', size: 'width' | 'height') =>
    one.position[axis] + (one[size] ?? 0) <= other.position[axis] ||
    other.position[axis] + (other[size] ?? 0) <= one.position[axis];
  return !apart('x', 'width') && !apart('y', 'height');
}

function overlaps(nodes: Iterable<CanvasNode>): string[] {
  const all = [...nodes];
  return all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => (overlap(one, other) ? `${one.id} ${other.id}` : [])),
  );
}

describe('laying out a flow', () => {
  it('leaves space for every node at its drawn size at any zoom', () => {
    const nodes = [...placed(heap()).values()];
    for (const level of drawLevels)
      expect(overlaps(nodes.map((node) => withLayout(node, level))), `from ${level.from}`).toEqual([]);
  });

  it('CANVAS-03: runs left to right without overlaps, and keeps the upper left corner', () => {
    const nodes = placed(heap());
    expect(overlaps(nodes.values())).toEqual([]);
    const x = (id: string) => nodes.get(id)!.position.x;
    expect(x('toolAgent_0')).toBeGreaterThan(x('chatOpenAI_0') + 280);
    expect(x('chatOpenAI_0')).toBe(x('calculator_0'));
    const all = [...nodes.values()].map(({ position }) => position);
    expect(Math.min(...all.map((place) => place.x))).toBe(0);
    expect(Math.min(...all.map((place) => place.y))).toBe(-30);
  });

  it('puts what feeds a node in the order of its ports', () => {
    const nodes = placed(heap());
    // The agent's first port takes tools, its second the model.
    const y = (id: string) => nodes.get(id)!.position.y;
    expect(Math.max(y('calculator_0'), y('calculator_1'))).toBeLessThan(y('chatOpenAI_0'));
  });

  it('gives two nodes with one edge a straight one', () => {
    const doc = build(
      ...[addNode(agent, { x: 0, y: 0 }), addNode(model, { x: 500, y: 333 })],
      wire('chatOpenAI_0', 'toolAgent_0', 'model'),
    );
    const nodes = placed(doc);
    const port = (id: string, name: string) => {
      const node = nodes.get(id)!;
      return node.position.y + node.handles!.find((handle) => handle.id?.includes(name))!.y;
    };
    expect(port('chatOpenAI_0', 'output-chatOpenAI')).toBeCloseTo(port('toolAgent_0', 'input-model'), 0);
  });

  it('moves the chosen nodes alone', () => {
    const doc = heap();
    const places = layoutFlow(dagre, { ...doc, groups: [] }, new Set(['chatOpenAI_0', 'toolAgent_0']));
    expect([...places.keys()].every((id) => ['chatOpenAI_0', 'toolAgent_0'].includes(id))).toBe(true);
    expect(places.size).toBeGreaterThan(0);
  });

  it('keeps a group together: no other node comes between its members', () => {
    const doc = heap();
    const group = ['calculator_0', 'chatOpenAI_0'];
    const nodes = placed(doc, undefined, [{ id: 'g', nodeIds: group }]);
    expect(overlaps(nodes.values())).toEqual([]);
    const members = group.map((id) => nodes.get(id)!);
    const box = {
      x: Math.min(...members.map(({ position }) => position.x)),
      y: Math.min(...members.map(({ position }) => position.y)),
    };
    const right = Math.max(...members.map((node) => node.position.x + node.width!));
    const bottom = Math.max(...members.map((node) => node.position.y + node.height!));
    const frame = { ...members[0]!, position: box, width: right - box.x, height: bottom - box.y };
    expect(overlap(frame, nodes.get('calculator_1')!)).toBe(false);
    expect(overlap(frame, nodes.get('toolAgent_0')!)).toBe(false);
  });

  it('keeps a note beside the node it stands nearest to', () => {
    const doc = heap();
    const note = { ...doc.nodes[0]!, id: 'stickyNote_0', position: { x: 40, y: -300 } };
    note.data = {
      ...note.data,
      id: 'stickyNote_0',
      name: 'stickyNote',
      inputAnchors: [],
      inputs: { note: 'hi' },
    };
    const nodes = placed({ ...doc, nodes: [...doc.nodes, note] });
    const moved = nodes.get('chatOpenAI_0')!.position;
    expect(nodes.get('stickyNote_0')!.position).toEqual({ x: moved.x, y: moved.y - 270 });
  });

  it('a loop and an empty drawing are laid out too', () => {
    const doc = heap();
    const back = { ...doc.edges[0]!, id: 'back', source: 'toolAgent_0', target: 'chatOpenAI_0' };
    expect(overlaps(placed({ ...doc, edges: [...doc.edges, back] }).values())).toEqual([]);
    expect(layoutFlow(dagre, { nodes: [], edges: [], groups: [] })).toEqual(new Map());
  });

  it('three hundred nodes are laid out without an overlap', () => {
    const commands = Array.from({ length: 300 }, (_, index) =>
      addNode(index % 3 === 0 ? agent : model, { x: 0, y: 0 }),
    );
    let doc = build(...commands);
    for (let index = 0; index < 90; index += 1)
      doc = wire(`chatOpenAI_${index * 2}`, `toolAgent_${index}`, 'model')(doc);
    expect(overlaps(placed(doc).values())).toEqual([]);
  });
});

describe('stacking boxes', () => {
  const box = (id: string): Box => ({ id, width: 10, height: 10 });

  it('boxes with enough space keep their preferred position, others share the shift', () => {
    expect(stack([box('a'), box('b')], [0, 50], 5)).toEqual([0, 50]);
    expect(stack([box('a'), box('b')], [0, 0], 5)).toEqual([-7.5, 7.5]);
    expect(stack([box('a'), box('b'), box('c')], [0, 0, 100], 5)).toEqual([-7.5, 7.5, 100]);
  });
});
