import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { describe, expect, it } from 'vitest';
import type { CanvasDoc } from '../document/canvas-doc.ts';
import { testTemplates } from '../testing/test-templates.ts';
import { addInOrder } from './add-in-order.ts';

const { model, tool, agent } = testTemplates;
const sight = { left: 0, top: 0, right: 1200, bottom: 800 };
const empty: CanvasDoc = { nodes: [], edges: [], groups: [] };

const add = (...templates: NodeTemplate[]) =>
  templates.reduce((doc, template) => addInOrder(template, sight)(doc), empty);
const wires = (doc: CanvasDoc) => doc.edges.map(({ source, target }) => `${source} ${target}`);
const placeOf = (doc: CanvasDoc, id: string) =>
  doc.nodes.find((node) => node.id === id)?.position ?? { x: 0, y: 0 };

describe('nodes added by a click', () => {
  it('stand left to right and are connected where exactly one thing fits', () => {
    const doc = add(model, agent);
    expect(wires(doc)).toEqual(['chatOpenAI_0 toolAgent_0']);
    expect(placeOf(doc, 'toolAgent_0').x).toBeGreaterThan(placeOf(doc, 'chatOpenAI_0').x + 280);
    expect(placeOf(doc, 'toolAgent_0').y).toBe(placeOf(doc, 'chatOpenAI_0').y);
  });

  it('stand left of what they feed, one under the other', () => {
    const doc = add(agent, model, tool);
    expect(wires(doc).toSorted()).toEqual(['calculator_0 toolAgent_0', 'chatOpenAI_0 toolAgent_0']);
    const [agentAt, modelAt, toolAt] = ['toolAgent_0', 'chatOpenAI_0', 'calculator_0'].map((id) =>
      placeOf(doc, id),
    );
    expect(modelAt?.x).toBeLessThan((agentAt?.x ?? 0) - 280);
    expect(toolAt?.x).toBe(modelAt?.x);
    expect(toolAt?.y).toBeGreaterThan((modelAt?.y ?? 0) + 100);
  });

  it('stay unconnected where two things fit', () => {
    const doc = add(model, model, agent);
    // The one that was chosen counts before the other.
    expect(wires(doc)).toEqual(['chatOpenAI_1 toolAgent_0']);
    const free = {
      ...add(model, model),
      nodes: add(model, model).nodes.map((node) => ({ ...node, selected: false })),
    };
    const third = addInOrder(tool, sight)(free);
    expect(wires(addInOrder(agent, sight)(third))).toEqual(['calculator_0 toolAgent_0']);
  });

  it('begin a new row where the next place would be out of sight', () => {
    const doc = add(model, model, model, model);
    const tops = doc.nodes.map(({ position }) => position.y);
    expect(new Set(tops).size).toBe(2);
    expect(Math.max(...doc.nodes.map(({ position }) => position.x + 280))).toBeLessThanOrEqual(1200);
  });
});
