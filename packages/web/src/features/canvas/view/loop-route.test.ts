import { expect, it } from 'vitest';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { hasOverlaps } from '../layout/overlaps.ts';
import { loopRoute } from './loop-route.ts';

const box = (id: string, x: number, y: number, height = 60) =>
  ({
    id,
    position: { x, y },
    width: 100,
    height,
    data: { id, name: 'llmAgentflow', label: id },
  }) as CanvasNode;

it('a loop runs below what stands between its ends, and not below what is far from its way', () => {
  const [loop, target] = [box('loop', 600, 0), box('target', 0, 0)];
  const back = { loop, target, limit: 5 };
  expect(loopRoute([loop, target], back, 1).labelY).toBe(106);
  const between = box('between', 300, 20, 90);
  expect(loopRoute([loop, target, between], back, 1).labelY).toBe(156);
  const below = box('below', 300, 400);
  expect(loopRoute([loop, target, below], back, 1)).toMatchObject({ labelX: 350, labelY: 106 });
});

it('nodes that hide each other are found, wherever they stand in the list', () => {
  const [one, other] = [box('one', 0, 0), box('other', 90, 20)];
  expect(hasOverlaps([box('far', 900, 0), other, one])).toBe(true);
  expect(hasOverlaps([one, box('right', 300, 0), box('under', 0, 300)])).toBe(false);
});
