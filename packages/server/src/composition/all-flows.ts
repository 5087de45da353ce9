import { type FlowType, flowType } from '@tendril/contract/flow/flow';
import type { FlowService } from '../features/flows/flows/public.ts';
import type { Scope } from '../platform/db/scope.ts';

const pageSize = 100;

type ListedFlow = { id: string; name: string; type: FlowType };

/** Lists all flows of a workspace, by kind and name, for fields in which one is chosen. */
export function allFlowsOf(flows: Pick<FlowService, 'list'>) {
  return async (scope: Scope): Promise<ListedFlow[]> => {
    const all: ListedFlow[] = [];
    for (const type of flowType.options) {
      for (let page = 1, total = 1; (page - 1) * pageSize < total; page += 1) {
        const found = await flows.list(scope, { type, sort: 'name', page, limit: pageSize });
        all.push(...found.data.map(({ id, name }) => ({ id, name, type })));
        total = found.total;
      }
    }
    return all;
  };
}
