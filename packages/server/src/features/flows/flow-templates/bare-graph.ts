import { storedValueMask } from '@tendril/contract/api/credentials';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

type FindTemplate = (name: string) => Promise<NodeTemplate | undefined>;

interface Declared {
  name: string;
  type: string;
  tabs?: readonly Declared[] | undefined;
}

const closedTypes = new Set(['password', 'file', 'folder', 'credential']);
const fileMark = 'FILE-STORAGE::';

/**
 * A graph to start from: nodes, edges and plain values; without secrets and references to them, files, pinned outputs
 * and selection state.
 */
export async function toBareGraph(flow: FlowData, findTemplate: FindTemplate): Promise<FlowData> {
  const nodes = await Promise.all(
    flow.nodes.map(async (node) => toBareNode(node, await findTemplate(node.data.name))),
  );
  const { nodes: _nodes, viewport: _viewport, ...rest } = flow;
  return { ...rest, nodes };
}

function toBareNode({ pinned: _pinned, ...node }: FlowNode, template: NodeTemplate | undefined): FlowNode {
  const { credential: _credential, ...data } = node.data;
  const closed = closedInputs(data.inputParams as readonly Declared[] | undefined, template?.inputs);
  const inputs = Object.fromEntries(
    Object.entries(data.inputs ?? {}).map(([name, value]) => [
      name,
      closed.has(name) || isStored(value) ? '' : value,
    ]),
  );
  return { ...node, data: { ...data, ...(data.inputs && { inputs }) } };
}

/** The catalogue decides; the flow's own declarations count too, for nodes that this installation does not know. */
function closedInputs(...lists: (readonly Declared[] | undefined)[]): Set<string> {
  const closed = new Set<string>();
  const look = (declared: readonly Declared[]) => {
    for (const { name, type, tabs } of declared) {
      if (closedTypes.has(type)) closed.add(name);
      if (Array.isArray(tabs)) look(tabs);
    }
  };
  for (const list of lists) look(list ?? []);
  return closed;
}

function isStored(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    (value.includes(storedValueMask) || value.startsWith(fileMark) || value.startsWith('data:'))
  );
}
