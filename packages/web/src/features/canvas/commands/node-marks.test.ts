import { describe, expect, it } from 'vitest';
import { toCanvasDoc, toFlowData } from '../document/canvas-doc.ts';
import { build, nodeOf } from '../testing/flow-maker.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { fullLevel } from '../view/draw-level.ts';
import { addNode } from './canvas-commands.ts';
import { pinOutput } from './pin-output.ts';
import { setDisabled } from './set-disabled.ts';

const { model, agent } = testTemplates;
const at = { x: 0, y: 0 };
const pinned = { outputs: { output: 'kept' }, at: 5 };
const two = () => build(addNode(model, at), addNode(agent, at));

describe('marks of a node', () => {
  it('a disabled node is saved as one, and an enabled one has no such key', () => {
    const doc = setDisabled(['chatOpenAI_0'], true)(two());
    const [first, second] = toFlowData(doc).nodes;
    expect([first?.isDisabled, second]).toEqual([true, expect.not.objectContaining({ isDisabled: true })]);
    const opened = toCanvasDoc(toFlowData(doc), fullLevel);
    expect(nodeOf(opened, 'chatOpenAI_0').isDisabled).toBe(true);
    expect(nodeOf(opened, 'chatOpenAI_0').kept).toEqual({});
    const enabled = setDisabled(['chatOpenAI_0'], false)(opened);
    expect(toFlowData(enabled).nodes[0]).not.toHaveProperty('isDisabled');
    expect(setDisabled(['toolAgent_0'], false)(doc)).toBe(doc);
  });

  it('a pinned output is saved with its node and can be let go', () => {
    const doc = pinOutput('toolAgent_0', pinned)(two());
    const opened = toCanvasDoc(toFlowData(doc), fullLevel);
    expect(nodeOf(opened, 'toolAgent_0').pinned).toEqual(pinned);
    expect(toFlowData(pinOutput('toolAgent_0', null)(opened)).nodes[1]).not.toHaveProperty('pinned');
    expect(pinOutput('chatOpenAI_0', null)(doc)).toBe(doc);
    expect(pinOutput('nobody_0', pinned)(doc)).toBe(doc);
  });
});
