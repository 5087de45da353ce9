import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CanvasDoc, toFlowData } from '../document/canvas-doc.ts';
import { createCanvasStore, docOf, runCommand } from '../document/canvas-store.ts';
import { endStep, redo, undo } from '../document/history.ts';
import { dice, randomEdit } from '../testing/random-edits.ts';

/** What must hold of every drawing: ids of its own, edges and groups of nodes that are there. */
function faults(doc: CanvasDoc): string[] {
  const ids = new Set(doc.nodes.map((node) => node.id));
  const grouped = doc.groups.flatMap((group) => group.nodeIds);
  return [
    ...(ids.size < doc.nodes.length ? ['two nodes of one id'] : []),
    ...(new Set(doc.edges.map((edge) => edge.id)).size < doc.edges.length ? ['two edges of one id'] : []),
    ...doc.edges.filter((edge) => !ids.has(edge.source) || !ids.has(edge.target)).map((edge) => edge.id),
    ...doc.nodes.filter((node) => node.data.id !== node.id).map((node) => node.id),
    ...doc.groups.filter((group) => group.nodeIds.length === 0).map((group) => group.id),
    ...grouped.filter((id, at) => !ids.has(id) || grouped.indexOf(id) !== at),
  ];
}

describe('history under any edits', () => {
  it('undo of any of 100 random edits restores the byte-identical flow, and redo restores the edit', () => {
    // The property is not asynchronous, so neither is this.
    void fc.assert(
      fc.property(fc.array(dice, { minLength: 300, maxLength: 300 }), (throws) => {
        const store = createCanvasStore('CHATFLOW');
        const text = () => JSON.stringify(toFlowData(docOf(store.getState())));
        const texts = [text()];
        for (const thrown of throws) {
          if (texts.length > 100) break;
          const { edits } = store.getState();
          runCommand(store, randomEdit(docOf(store.getState()), thrown));
          endStep(store);
          expect(faults(docOf(store.getState()))).toEqual([]);
          // An edit that changes nothing is no step.
          if (store.getState().edits !== edits) texts.push(text());
        }
        expect(store.getState().history.past).toHaveLength(texts.length - 1);
        fc.pre(texts.length === 101);
        for (const before of texts.toReversed().slice(1)) {
          undo(store);
          expect(text()).toBe(before);
        }
        expect(undo(store)).toBeUndefined();
        for (const after of texts.slice(1)) {
          redo(store);
          expect(text()).toBe(after);
        }
        expect(redo(store)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
