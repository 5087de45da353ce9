import { describe, expect, it } from 'vitest';
import { fullBox } from '../document/canvas-doc.ts';
import { build, nodeOf } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { alignNodes } from './align-nodes.ts';
import { addNode } from './canvas-commands.ts';
import { distributeNodes } from './distribute-nodes.ts';
import { moveTo } from './move-to.ts';

const { model, agent, tool } = testTemplates;
const ids = ['chatOpenAI_0', 'toolAgent_0', 'calculator_0'];

const doc = () =>
  build(
    addNode(model, { x: 0, y: 0 }),
    addNode(agent, { x: 500, y: 100 }),
    addNode(tool, { x: 900, y: 700 }),
  );

describe('placing nodes', () => {
  it('a layout moves the named nodes and keeps the others the same objects', () => {
    const before = doc();
    const after = moveTo(
      new Map([
        ['toolAgent_0', { x: 1, y: 2 }],
        ['chatOpenAI_0', { x: 0, y: 0 }],
        ['gone_0', { x: 9, y: 9 }],
      ]),
    )(before);
    expect(nodeOf(after, 'toolAgent_0').position).toEqual({ x: 1, y: 2 });
    expect(nodeOf(after, 'chatOpenAI_0')).toBe(nodeOf(before, 'chatOpenAI_0'));
    expect(moveTo(new Map([['chatOpenAI_0', { x: 0, y: 0 }]]))(before)).toBe(before);
  });

  it('nodes are aligned to each of the six lines', () => {
    const before = doc();
    const height = (id: string) => fullBox(nodeOf(before, id)).height;
    const xs = (edge: 'left' | 'centre' | 'right') =>
      ids.map((id) => nodeOf(alignNodes(ids, edge)(before), id).position.x);
    expect(xs('left')).toEqual([0, 0, 0]);
    expect(xs('right')).toEqual([900, 900, 900]);
    expect(xs('centre')).toEqual([450, 450, 450]);
    const top = alignNodes(ids, 'top')(before);
    expect(ids.map((id) => nodeOf(top, id).position.y)).toEqual([0, 0, 0]);
    const bottom = alignNodes(ids, 'bottom')(before);
    const ends = ids.map((id) => nodeOf(bottom, id).position.y + height(id));
    expect(new Set(ends)).toEqual(new Set([700 + height('calculator_0')]));
    const middle = alignNodes(ids, 'middle')(before);
    const middles = ids.map((id) => nodeOf(middle, id).position.y + height(id) / 2);
    for (const one of middles) expect(Math.abs(one - middles[0]!)).toBeLessThanOrEqual(1);
    expect(nodeOf(middle, 'toolAgent_0').position.x).toBe(500);
  });

  it('nodes are spread with equal gaps while the first and the last stay', () => {
    const across = distributeNodes(ids, 'horizontal')(doc());
    expect(ids.map((id) => nodeOf(across, id).position.x)).toEqual([0, 450, 900]);
    const before = doc();
    const down = distributeNodes(ids, 'vertical')(before);
    const [first, second, third] = ids.map((id) => ({
      from: nodeOf(down, id).position.y,
      to: nodeOf(down, id).position.y + fullBox(nodeOf(before, id)).height,
    }));
    expect([first!.from, third!.from]).toEqual([0, 700]);
    expect(Math.abs(second!.from - first!.to - (third!.from - second!.to))).toBeLessThanOrEqual(1);
  });

  it('one node has nothing to be aligned to, and two no gap to be made equal', () => {
    const before = doc();
    expect(alignNodes(['chatOpenAI_0'], 'left')(before)).toBe(before);
    expect(distributeNodes(['chatOpenAI_0', 'toolAgent_0'], 'horizontal')(before)).toBe(before);
  });
});
