import type { Command } from './canvas-commands.ts';

/** Disables nodes in every run, or enables them again. */
export function setDisabled(nodeIds: Iterable<string>, isDisabled: boolean): Command {
  const ids = new Set(nodeIds);
  return (doc) => {
    const isOther = (id: string, present: boolean | undefined) =>
      ids.has(id) && (present === true) !== isDisabled;
    if (!doc.nodes.some((node) => isOther(node.id, node.isDisabled))) return doc;
    const nodes = doc.nodes.map((node) =>
      isOther(node.id, node.isDisabled) ? { ...node, isDisabled: isDisabled || undefined } : node,
    );
    return { ...doc, nodes };
  };
}
