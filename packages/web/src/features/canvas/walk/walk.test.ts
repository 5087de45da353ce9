import { describe, expect, it } from 'vitest';
import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';
import { flowOrder } from './flow-order.ts';
import { nextNode } from './next-node.ts';

const node = (id: string, x: number, y: number) =>
  ({ id, position: { x, y }, width: 280, height: 100, data: { id, name: id, label: id } }) as CanvasNode;
const edge = (source: string, target: string) =>
  ({ id: `${source} ${target}`, source, target, sourceHandle: '', targetHandle: '' }) as CanvasEdge;

const nodes = [node('end', 800, 0), node('model', 0, 0), node('memory', 0, 300), node('middle', 400, 300)];
const edges = [edge('model', 'end'), edge('memory', 'middle'), edge('middle', 'end')];
const go = (from: string, direction: Parameters<typeof nextNode>[3]) =>
  nextNode(nodes, edges, from, direction)?.id;

describe('walking with arrow keys', () => {
  it('right and left follow the edges', () => {
    expect(go('model', 'right')).toBe('end');
    expect(go('memory', 'right')).toBe('middle');
    expect(go('end', 'left')).toBe('model');
    expect(go('middle', 'right')).toBe('end');
  });

  it('where no edge leads, the nearest node on that side is next', () => {
    expect(go('model', 'down')).toBe('memory');
    expect(go('memory', 'up')).toBe('model');
    expect(go('middle', 'down')).toBeUndefined();
    expect(nextNode(nodes, [], 'model', 'right')?.id).toBe('end');
    expect(nextNode(nodes, [], 'memory', 'right')?.id).toBe('middle');
    expect(go('gone', 'left')).toBeUndefined();
  });
});

describe('the order of a flow', () => {
  it('visits what feeds a node before the node', () => {
    expect(flowOrder(nodes, edges).map(({ id }) => id)).toEqual(['model', 'memory', 'middle', 'end']);
  });

  it('visits every node of a loop once', () => {
    const loop = [...edges, edge('end', 'memory')];
    expect(
      flowOrder(nodes, loop)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['end', 'memory', 'middle', 'model']);
  });
});
