import type { FlowData } from '@tendril/contract/flow/flow';
import { type CanvasDoc, toCanvasDoc, toFlowData } from '../document/canvas-doc.ts';
import { fullLevel } from '../view/draw-level.ts';
import type { Command } from './canvas-commands.ts';

/** Takes over from the present drawing what a new one has alike, so that only what differs counts as changed. */
function shared<T extends { id: string }, W>(
  present: readonly T[],
  presentWritten: readonly W[],
  next: readonly T[],
  nextWritten: readonly W[],
): T[] {
  const texts = new Map(present.map((item, at) => [item.id, { item, written: presentWritten[at] }]));
  return next.map((item, at) => {
    const known = texts.get(item.id);
    return known && JSON.stringify(known.written) === JSON.stringify(nextWritten[at]) ? known.item : item;
  });
}

/**
 * Puts another flow in the place of this one, its ids as they are: an earlier version, a merge, a file. Parts that
 * both have alike keep their identity. Unlike opening a flow it is a step that can be taken back.
 */
export function replaceFlow(flow: FlowData): Command {
  return (doc) => {
    const next = toCanvasDoc(flow, fullLevel);
    const [before, after] = [toFlowData(doc), toFlowData(next)];
    const replaced: CanvasDoc = {
      nodes: shared(doc.nodes, before.nodes, next.nodes, after.nodes),
      edges: shared(doc.edges, before.edges, next.edges, after.edges),
      groups: shared(doc.groups, doc.groups, next.groups, next.groups),
      kept: JSON.stringify(doc.kept) === JSON.stringify(next.kept) ? doc.kept : next.kept,
    };
    return replaced;
  };
}
