import { describe, expect, it } from 'vitest';
import { addNode } from '../commands/canvas-commands.ts';
import { build } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { drawLevelAt, fullLevel } from '../view/draw-level.ts';
import { withLayout } from './canvas-doc.ts';
import { groupBox } from './group-box.ts';

const { model, agent, tool } = testTemplates;
const group = { id: 'group_0', label: 'One', nodeIds: ['chatOpenAI_0', 'toolAgent_0', 'gone_0'] };

const nodesAt = (zoom: number) =>
  build(
    addNode(model, { x: 100, y: 100 }),
    addNode(agent, { x: 500, y: 300 }),
    addNode(tool, { x: 9000, y: 9000 }),
  ).nodes.map((node) => withLayout(node, drawLevelAt(zoom)));

describe('the frame of a group', () => {
  it('encloses its nodes with space for its header, and no others', () => {
    const nodes = nodesAt(1);
    const box = groupBox(nodes, group, fullLevel)!;
    expect(box.x).toBeLessThan(100);
    expect(box.y).toBeLessThan(100 - 36);
    expect(box.x + box.width).toBeGreaterThan(500 + 280);
    expect(box.x + box.width).toBeLessThan(1000);
    expect(box.y + box.height).toBeGreaterThan(300 + (nodes[1]?.height ?? 0));
  });

  it('keeps its distances on the screen when the view goes out', () => {
    const near = groupBox(nodesAt(1), group, fullLevel)!;
    const far = groupBox(nodesAt(0.56), group, drawLevelAt(0.56))!;
    expect(100 - far.x).toBeGreaterThan(100 - near.x);
    expect((100 - far.x) * 0.55).toBeCloseTo(100 - near.x, 0);
  });

  it('is not there without any of its nodes', () => {
    expect(groupBox(nodesAt(1), { ...group, nodeIds: ['gone_0'] }, fullLevel)).toBeUndefined();
  });
});
