import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import { type FindTemplate, homeNames, travelling } from './home-values.ts';

/**
 * A flow as it may leave the installation: no password, file, folder, pinned output, or reference to a stored
 * credential.
 */
export async function exportFlow(flow: FlowData, findTemplate: FindTemplate): Promise<FlowData> {
  const nodes: FlowNode[] = [];
  for (const node of flow.nodes) nodes.push(await exportNode(node, findTemplate));
  return { ...flow, nodes };
}

async function exportNode(
  { pinned: _pinned, ...node }: FlowNode,
  findTemplate: FindTemplate,
): Promise<FlowNode> {
  const { credential: _credential, ...data } = node.data;
  if (!data.inputs) return { ...node, data };
  const inputs = travelling(data.inputs, homeNames(data, await findTemplate(data.name)));
  return { ...node, data: { ...data, inputs } };
}

/**
 * Details of an assistant for export: whatever in them looks like a node (a model, a tool) is treated as one, and the
 * hidden flow is left out, because the import rebuilds it. Text that is not JSON stays as it is.
 */
export async function exportDetails(details: string, findTemplate: FindTemplate): Promise<string> {
  let value: unknown;
  try {
    value = JSON.parse(details);
  } catch {
    return details;
  }
  const part = await exportPart(value, findTemplate);
  if (typeof part === 'object' && part !== null) Reflect.deleteProperty(part, 'chatflowid');
  return JSON.stringify(part);
}

async function exportPart(value: unknown, findTemplate: FindTemplate): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => exportPart(item, findTemplate)));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  const { inputs, name } = record;
  const isNode = typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs);
  const entries = await Promise.all(
    Object.entries(record)
      .filter(([key]) => !(isNode && key === 'credential'))
      .map(async ([key, inner]) => [key, await exportPart(inner, findTemplate)] as const),
  );
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  if (!isNode) return copy;
  const template = typeof name === 'string' ? await findTemplate(name) : undefined;
  const params = record['inputParams'] as never;
  return {
    ...copy,
    inputs: travelling(
      copy['inputs'] as Record<string, unknown>,
      homeNames({ inputParams: params }, template),
    ),
  };
}
