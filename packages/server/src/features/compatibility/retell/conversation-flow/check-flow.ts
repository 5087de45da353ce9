import type { RetellEdge, RetellFlowBody } from '@tendril/contract/api/retell-conversation-flows';
import { invalidInput } from '@tendril/contract/app-error';

const edgeKeys = [
  'edge',
  'else_edge',
  'always_edge',
  'skip_response_edge',
  'success_edge',
  'failed_edge',
] as const;

type Path = (string | number)[];

/** Throws INVALID_INPUT for nodes with the same id, and for edges that lead to nodes that are not there. */
export function checkFlow({ nodes, start_node_id: start }: RetellFlowBody): void {
  const issues: { path: Path; message: string }[] = [];
  const ids = new Set<string>();
  for (const [index, { id }] of (nodes ?? []).entries()) {
    if (ids.has(id)) issues.push({ path: ['nodes', index, 'id'], message: 'is the id of another node, too' });
    ids.add(id);
  }
  const check = (edge: RetellEdge | undefined, path: Path) => {
    const to = edge?.destination_node_id;
    if (to !== undefined && !ids.has(to))
      issues.push({ path: [...path, 'destination_node_id'], message: 'is not a node of this flow' });
  };
  for (const [index, node] of (nodes ?? []).entries()) {
    for (const [at, edge] of (node.edges ?? []).entries()) check(edge, ['nodes', index, 'edges', at]);
    for (const key of edgeKeys) check(node[key], ['nodes', index, key]);
  }
  if (start && !ids.has(start))
    issues.push({ path: ['start_node_id'], message: 'is not a node of this flow' });
  if (issues.length > 0) throw invalidInput(issues);
}
