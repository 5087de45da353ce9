import { expect, it } from 'vitest';
import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';
import { edgeRoutes } from './edge-path.ts';

const handle = (id: string, type: 'source' | 'target', y: number) =>
  ({
    id,
    type,
    position: type === 'source' ? 'right' : 'left',
    x: type === 'source' ? 279 : 0,
    y,
    width: 1,
    height: 1,
  }) as never;

const source = (id: string, x: number, y: number) =>
  ({ id, position: { x, y }, data: {}, handles: [handle('out', 'source', 40)] }) as unknown as CanvasNode;

const agent = (y: number) =>
  ({
    id: 'agent',
    position: { x: 400, y },
    data: {},
    handles: ['tools', 'memory', 'model'].map((name, row) => handle(name, 'target', 60 + row * 28)),
  }) as unknown as CanvasNode;

const edge = (from: string, port: string) =>
  ({
    id: `${from}-${port}`,
    source: from,
    target: 'agent',
    sourceHandle: 'out',
    targetHandle: port,
  }) as CanvasEdge;

it('gives edges into different ports of a node lanes of their own, and edges into one port the same', () => {
  const nodes = [
    source('a', 0, 0),
    source('b', 0, 200),
    source('c', 0, 400),
    source('d', 0, 600),
    agent(900),
  ];
  const routes = edgeRoutes(nodes, [
    edge('a', 'tools'),
    edge('b', 'tools'),
    edge('c', 'memory'),
    edge('d', 'model'),
  ]);
  const lane = (id: string) => routes.get(id)?.laneX;
  expect(lane('a-tools')).toBe(lane('b-tools'));
  expect([lane('d-model'), lane('c-memory'), lane('a-tools')]).toEqual([330, 340, 350]);
});

it('mirrors the lanes of edges that come from below, so that none crosses the end of another', () => {
  const nodes = [source('a', 0, 500), source('b', 0, 700), agent(0)];
  const routes = edgeRoutes(nodes, [edge('a', 'tools'), edge('b', 'model')]);
  expect([routes.get('a-tools')?.laneX, routes.get('b-model')?.laneX]).toEqual([335, 345]);
});

it('keeps the lanes inside a narrow gap', () => {
  const nodes = [source('a', 80, 300), source('b', 80, 500), source('c', 80, 700), agent(1000)];
  const routes = edgeRoutes(nodes, [edge('a', 'tools'), edge('b', 'memory'), edge('c', 'model')]);
  for (const { laneX } of routes.values()) {
    expect(laneX).toBeGreaterThanOrEqual(360 + 18);
    expect(laneX).toBeLessThanOrEqual(400 - 18);
  }
});

it('leaves an edge that leads back as it is', () => {
  const routes = edgeRoutes([source('a', 900, 0), agent(0)], [edge('a', 'model')]);
  expect(routes.get('a-model')?.laneX).toBeUndefined();
});

it('lets an edge that shares its lane cut through none of the others there', () => {
  const nodes = [source('a', 0, 0), source('b', 0, 200), source('c', 0, 400), agent(900)];
  const routes = edgeRoutes(nodes, [edge('a', 'tools'), edge('b', 'tools'), edge('c', 'memory')]);
  expect([...routes.values()].map(({ hasHalo }) => hasHalo)).toEqual([true, false, true]);
});
