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
    // What the node does not know is not in the flow, so nothing seals it.
    const known = withoutClosed(part, Object.keys(shown));
    const inputs = Object.entries(known).map(([name, value]) => [name, shown[name] ?? value]);
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

/** The inputs of a part without the secrets and files that it declares itself, but for those in `sealed`. */
export function withoutClosed(part: AssistantPart, sealed: readonly string[] = []): Record<string, unknown> {
  const declared = Array.isArray(part['inputParams']) ? (part['inputParams'] as unknown[]) : [];
  const closed = new Set(
    declared.flatMap((param) => {
      const { name, type } = (param ?? {}) as { name?: unknown; type?: unknown };
      return closedTypes.has(String(type)) && !sealed.includes(String(name)) ? [String(name)] : [];
    }),
  );
  return Object.fromEntries(Object.entries(part.inputs ?? {}).filter(([name]) => !closed.has(name)));
}
