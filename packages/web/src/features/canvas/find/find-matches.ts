import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { type CanvasNode, isNote } from '../document/canvas-doc.ts';
import { visibleParams } from '../document/shown-values.ts';

/** A node that has what is looked for, and where: its place in words of the node. */
export interface Match {
  nodeId: string;
  /** The parameter it was found in; undefined for the node's own name, id or kind. */
  param: string | undefined;
}

/** Parameters whose values are not shown anywhere, so they are not found either. */
const secretTypes = new Set(['password', 'credential']);

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function paramMatches(data: FlowNodeData, word: string): string[] {
  return visibleParams(data)
    .filter(({ name, label, type }) => {
      const value = secretTypes.has(type) ? '' : textOf(data.inputs?.[name]);
      return [label, name, value].some((text) => text.toLowerCase().includes(word));
    })
    .map(({ name }) => name);
}

/** Looks through names, ids, kinds, notes, and names and values of parameters; a node is found once. */
export function findMatches(nodes: readonly CanvasNode[], query: string): Match[] {
  const word = query.trim().toLowerCase();
  if (word === '') return [];
  return nodes.flatMap(({ id, data }) => {
    const own = [data.label, id, data.name, data.type ?? '', data.category ?? ''];
    if (isNote(data)) own.push(textOf(data.inputs?.['note']));
    if (own.some((text) => text.toLowerCase().includes(word))) return { nodeId: id, param: undefined };
    const [param] = isNote(data) ? [] : paramMatches(data, word);
    return param === undefined ? [] : { nodeId: id, param };
  });
}
