import type { AssistantPart, CustomDetails } from '@tendril/contract/flow/assistant-details';
import type { FlowData } from '@tendril/contract/flow/flow';

const closedTypes = new Set(['password', 'file', 'folder']);

/**
 * The details as they are stored: what the flow holds sealed or as a file appears in them as the flow shows it. For a
 * part that is not in the flow nothing can be sealed, so its secrets and files are left out.
 */
export function maskDetails(details: CustomDetails, flow: FlowData): CustomDetails {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  const mask = (part: AssistantPart): AssistantPart => {
    if (!part.inputs) return part;
    const shown = nodes.get(part.id ?? '')?.data.inputs;
    if (!shown) return { ...part, inputs: withoutClosed(part) };
    const inputs = Object.entries(part.inputs).map(([name, value]) => [name, shown[name] ?? value]);
    return { ...part, inputs: Object.fromEntries(inputs) as Record<string, unknown> };
  };
  const { chatModel, memory, tools } = details;
  return {
    ...details,
    ...(chatModel && { chatModel: mask(chatModel) }),
    ...(memory && { memory: mask(memory) }),
    tools: tools.map(mask),
  };
}

function withoutClosed(part: AssistantPart): Record<string, unknown> {
  const declared = Array.isArray(part['inputParams']) ? (part['inputParams'] as unknown[]) : [];
  const closed = new Set(
    declared.flatMap((param) => {
      const { name, type } = (param ?? {}) as { name?: unknown; type?: unknown };
      return closedTypes.has(String(type)) ? [String(name)] : [];
    }),
  );
  return Object.fromEntries(Object.entries(part.inputs ?? {}).filter(([name]) => !closed.has(name)));
}
