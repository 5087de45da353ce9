import type { ImportNote } from '@tendril/contract/api/import-finding';
import type { FlowNode } from '@tendril/contract/flow/flow';
import { travelling } from './home-values.ts';

const nothing: ReadonlySet<string> = new Set();

/** A node without what must not come in; everything else stays as it is, in its order. */
export function takeInNode(node: FlowNode): { node: FlowNode; notes: ImportNote[] } {
  const notes: ImportNote[] = [];
  const { pinned, ...rest } = node;
  if (pinned !== undefined) notes.push({ state: 'adapted', message: 'Its pinned output is left out.' });
  const { credential: _credential, ...data } = rest.data;
  if (!data.inputs) return { node: { ...rest, data }, notes };
  return { node: { ...rest, data: { ...data, inputs: travelling(data.inputs, nothing) } }, notes };
}
