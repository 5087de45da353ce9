import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction, FlowVersionTable } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

type Handle = Database | DatabaseTransaction;

/** Versions of flows. A version is never changed; an autosave is replaced by the next save. */
export function flowVersionStore(db: Handle) {
  const ofFlow = (scope: Scope, flowId: string) =>
    db.selectFrom('flow_version').where('workspaceId', '=', scope.workspaceId).where('flowId', '=', flowId);

  return {
    find: (scope: Scope, flowId: string, id: string) =>
      ofFlow(scope, flowId).selectAll().where('id', '=', id).executeTakeFirst(),

    /** Kind and number of a version, without its data. */
    findHead: (scope: Scope, flowId: string, id: string) =>
      ofFlow(scope, flowId).select(['id', 'number', 'kind']).where('id', '=', id).executeTakeFirst(),

    /** The newest version that somebody saved on purpose. */
    findLastSaved: (scope: Scope, flowId: string) =>
      ofFlow(scope, flowId)
        .select(['id', 'number'])
        .where('kind', '<>', 'autosave')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async nextNumber(scope: Scope, flowId: string): Promise<number> {
      const row = await ofFlow(scope, flowId)
        .select((version) => version.fn.max('number').as('number'))
        .executeTakeFirst();
      return Number(row?.number ?? 0) + 1;
    },

    insert: (row: Insertable<FlowVersionTable>) => db.insertInto('flow_version').values(row).execute(),

    async remove(scope: Scope, flowId: string, id: string): Promise<void> {
      await db
        .deleteFrom('flow_version')
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .where('id', '=', id)
        .execute();
    },
  };
}
