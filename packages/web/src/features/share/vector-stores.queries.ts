import { queryOptions } from '@tanstack/react-query';
import { readFlow } from '@tendril/contract/api/flows';
import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import { call } from '../../kit/api/call.ts';

const vectorStores = 'Vector Stores';

/** A node that documents can be written into. */
interface FillableStore {
  id: string;
  label: string;
  /** A loader before it reads files, so files of a call can stand in for its own. */
  takesFiles: boolean;
}

const readsFiles = ({ data }: FlowNode) =>
  (data.inputParams ?? []).some(({ type }) => type === 'file' || type === 'folder');

/** The vector stores of a graph. */
function fillableStores({ nodes, edges }: FlowData): FillableStore[] {
  return nodes
    .filter(({ data }) => data.category === vectorStores)
    .map(({ id, data }) => {
      const sources = new Set(edges.filter(({ target }) => target === id).map(({ source }) => source));
      const takesFiles = nodes.some((node) => sources.has(node.id) && readsFiles(node));
      return { id, label: data.label, takesFiles };
    });
}

/** The vector stores of a flow's draft. */
export function vectorStoresQuery(flowId: string) {
  return queryOptions({
    queryKey: ['vector-stores', flowId],
    queryFn: async ({ signal }) =>
      fillableStores((await call(readFlow, { params: { id: flowId }, signal })).flowData),
  });
}
