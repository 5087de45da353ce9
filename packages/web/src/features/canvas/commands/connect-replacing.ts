import { type Command, connect, type Ends, judge, remove } from './canvas-commands.ts';

/** Draws an edge; the one that holds a place for a single edge gives way to it. An edge that does not fit changes nothing. */
export function connectReplacing(ends: Ends): Command {
  return (doc) => {
    const verdict = judge(doc, ends);
    if (verdict.isValid || verdict.reason !== 'taken') return connect(ends)(doc);
    const holders = doc.edges.filter((edge) => edge.targetHandle === ends.targetHandle);
    if (holders.some((edge) => edge.sourceHandle === ends.sourceHandle)) return doc;
    const freed = remove(
      [],
      holders.map((edge) => edge.id),
    )(doc);
    return connect(ends)(freed);
  };
}
