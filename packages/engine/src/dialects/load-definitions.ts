import type { FlowNode } from '@tendril/contract/flow/flow';
import type { AnyNode, NodeCatalogue } from '@tendril/contract/node/define-node';

/** The definitions of nodes, by the names of these: each is loaded once, however many nodes have it. */
export async function loadDefinitions(
  nodes: readonly FlowNode[],
  catalogue: NodeCatalogue,
): Promise<Map<string, AnyNode | undefined>> {
  const names = [...new Set(nodes.map(({ data }) => data.name))];
  const definitions = await Promise.all(names.map((name) => catalogue.load(name)));
  return new Map(names.map((name, index) => [name, definitions[index]]));
}
