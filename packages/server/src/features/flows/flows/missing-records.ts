import type { FlowData } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { recordReferences } from './record-references.ts';

/** Names the nodes of a flow whose tool or knowledge base does not exist. */
export type MissingRecords = (scope: Scope, flow: FlowData) => Promise<FlowProblem[]>;

/** Most flows choose no such record, and then nothing is read. */
export function createMissingRecords(db: Database): MissingRecords {
  const present = async ({ workspaceId }: Scope, table: 'tool' | 'document_store', ids: string[]) => {
    if (ids.length === 0) return new Set<string>();
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
    return new Set(rows.map(({ id }) => id));
  };

  return async (scope, flow) => {
    const chosen = flow.nodes
      .filter(({ isDisabled }) => !isDisabled)
      .flatMap(({ id, data }) =>
        recordReferences(data.inputs).map((reference) => ({ ...reference, nodeId: id, label: data.label })),
      );
    const idsOf = (kind: string) => chosen.filter((one) => one.kind === kind).map(({ id }) => id);
    const known = {
      tool: await present(scope, 'tool', idsOf('tool')),
      knowledgeBase: await present(scope, 'document_store', idsOf('knowledgeBase')),
    };
    return chosen.flatMap(({ kind, id, nodeId, label, input, what }): FlowProblem[] => {
      if ((kind !== 'tool' && kind !== 'knowledgeBase') || known[kind].has(id)) return [];
      const message = `${label}: the ${what} that it uses is not here. Choose another.`;
      return [{ code: 'MISSING_RECORD', nodeId, input, message }];
    });
  };
}
