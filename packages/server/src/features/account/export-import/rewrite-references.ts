import type { FlowData } from '@tendril/contract/flow/flow';

/** What was renamed by an import. */
export interface Renames {
  /** Old id to new id, of tools, flows and assistants. */
  ids: ReadonlyMap<string, string>;
  /** Old name to new name of variables. */
  variables: ReadonlyMap<string, string>;
}

/** An id long enough not to be a word. */
const longId = /[A-Za-z0-9_-]{16,64}/g;
const variableUse = /(\$vars(?:\.|\[\s*(['"])))([A-Za-z_][A-Za-z0-9_]*)/g;

/** Whether nothing was renamed. */
function hasNoRenames({ ids, variables }: Renames): boolean {
  return ids.size === 0 && variables.size === 0;
}

/** A text with the old ids and names replaced by the new: code, prompts, JSON text. */
export function rewriteText(text: string, { ids, variables }: Renames): string {
  let written = text;
  if (ids.size > 0) written = ids.get(written) ?? written.replace(longId, (id) => ids.get(id) ?? id);
  if (variables.size > 0 && written.includes('$vars'))
    written = written.replace(variableUse, (whole, before: string, _quote, name: string) =>
      variables.has(name) ? before + variables.get(name) : whole,
    );
  return written;
}

/** A flow whose values use the new ids; ids of nodes and edges are local and stay. */
export function rewriteFlow(flow: FlowData, renames: Renames): FlowData {
  if (hasNoRenames(renames)) return flow;
  const nodes = flow.nodes.map((node) => {
    const { inputs } = node.data;
    return inputs ? { ...node, data: { ...node.data, inputs: rewriteRecord(inputs, renames) } } : node;
  });
  return { ...flow, nodes };
}

function rewriteRecord(record: Record<string, unknown>, renames: Renames): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, rewriteValue(value, renames)]),
  );
}

function rewriteValue(value: unknown, renames: Renames): unknown {
  if (typeof value === 'string') return rewriteText(value, renames);
  if (Array.isArray(value)) return value.map((item) => rewriteValue(item, renames));
  if (typeof value === 'object' && value !== null)
    return rewriteRecord(value as Record<string, unknown>, renames);
  return value;
}
