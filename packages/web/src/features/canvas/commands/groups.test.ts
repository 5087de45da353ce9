import { describe, expect, it } from 'vitest';
import { toCanvasDoc, toFlowData } from '../document/canvas-doc.ts';
import { duplicateNodes } from '../document/duplicate-nodes.ts';
import { build } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { fullLevel } from '../view/draw-level.ts';
import { addNode, remove } from './canvas-commands.ts';
import { groupNodes, renameGroup, ungroup } from './groups.ts';

const { model, agent, tool } = testTemplates;
const at = { x: 0, y: 0 };
const three = [addNode(model, at), addNode(agent, at), addNode(tool, at)];

describe('groups', () => {
  it('a node is in one group at most, and a group without nodes is gone', () => {
    const doc = build(
      ...three,
      groupNodes(['chatOpenAI_0', 'toolAgent_0'], 'One'),
      groupNodes(['toolAgent_0', 'calculator_0', 'nobody_0'], 'Two'),
    );
    expect(doc.groups).toEqual([
      { id: 'group_0', label: 'One', nodeIds: ['chatOpenAI_0'] },
      { id: 'group_1', label: 'Two', nodeIds: ['toolAgent_0', 'calculator_0'] },
    ]);
    const removed = remove(['chatOpenAI_0', 'calculator_0'])(doc);
    expect(removed.groups).toEqual([{ id: 'group_1', label: 'Two', nodeIds: ['toolAgent_0'] }]);
  });

  it('a group gets another name, and goes without its nodes', () => {
    const doc = build(...three, groupNodes(['chatOpenAI_0'], 'One'), renameGroup('group_0', 'Models'));
    expect(doc.groups[0]?.label).toBe('Models');
    expect(renameGroup('group_0', 'Models')(doc)).toBe(doc);
    const without = ungroup('group_0')(doc);
    expect(without.groups).toEqual([]);
    expect(without.nodes).toBe(doc.nodes);
    expect(ungroup('group_7')(doc)).toBe(doc);
  });

  it('copies make a group of their own when all of its nodes are copied', () => {
    const doc = build(...three, groupNodes(['chatOpenAI_0', 'toolAgent_0'], 'One'));
    expect(duplicateNodes(new Set(['chatOpenAI_0']))(doc).groups).toEqual(doc.groups);
    expect(duplicateNodes(new Set(['chatOpenAI_0', 'toolAgent_0', 'calculator_0']))(doc).groups).toEqual([
      ...doc.groups,
      { id: 'group_1', label: 'One', nodeIds: ['chatOpenAI_1', 'toolAgent_1'] },
    ]);
  });

  it('CANVAS-06: groups are saved and opened, and a flow without any has no such key', () => {
    const doc = build(...three, groupNodes(['chatOpenAI_0'], 'One'));
    const saved = toFlowData(doc);
    expect(toCanvasDoc(saved, fullLevel).groups).toEqual(doc.groups);
    expect(toFlowData(build(...three))).not.toHaveProperty('groups');
    const foreign = { ...saved, groups: [{ id: 'g', label: '', nodeIds: ['nobody_0'] }] };
    expect(toCanvasDoc(foreign, fullLevel).groups).toEqual([]);
  });
});
