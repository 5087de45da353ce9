import type { Insertable } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  FlowTable,
  FlowVersionTable,
} from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

type Handle = Database | DatabaseTransaction;

/** What lists show of a version: everything but its flow data. */
const headColumns = ['id', 'number', 'kind', 'note', 'author', 'createdAt'] as const;
export type VersionHead = Pick<FlowVersionTable, (typeof headColumns)[number]>;

/** Versions of flows. A version's flow data is never changed; an autosave is replaced by the next save. */
export function flowVersionStore(db: Handle) {
  const ofFlow = (scope: Scope, flowId: string) =>
    db.selectFrom('flow_version').where('workspaceId', '=', scope.workspaceId).where('flowId', '=', flowId);

  return {
    find: (scope: Scope, flowId: string, id: string) =>
      ofFlow(scope, flowId).selectAll().where('id', '=', id).executeTakeFirst(),

    /** A version without its data. */
    findHead: (scope: Scope, flowId: string, id: string) =>
      ofFlow(scope, flowId).select(headColumns).where('id', '=', id).executeTakeFirst(),

    /** The newest version that was saved on purpose. */
    findLastSaved: (scope: Scope, flowId: string) =>
      ofFlow(scope, flowId)
        .select(['id', 'number'])
        .where('kind', '<>', 'autosave')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** The newest version whose drawing holds the mark of a sealed value. */
    findLastWith: (scope: Scope, flowId: string, mark: string) =>
      ofFlow(scope, flowId)
        .select('flowData')
        .where('flowData', 'like', `%${mark}%`)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Heads, newest first. */
    page: (scope: Scope, flowId: string, offset: number, limit: number): Promise<VersionHead[]> =>
      ofFlow(scope, flowId)
        .select(headColumns)
        .orderBy('number', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),

    async count(scope: Scope, flowId: string): Promise<number> {
      const row = await ofFlow(scope, flowId)
        .select((version) => version.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    async nextNumber(scope: Scope, flowId: string): Promise<number> {
      const row = await ofFlow(scope, flowId)
        .select((version) => version.fn.max('number').as('number'))
        .executeTakeFirst();
      return Number(row?.number ?? 0) + 1;
    },

    insert: (row: Insertable<FlowVersionTable>) => db.insertInto('flow_version').values(row).execute(),

    /** Changes the metadata of a version; returns whether it exists. */
    async mark(
      scope: Scope,
      flowId: string,
      id: string,
      changes: Partial<Pick<FlowVersionTable, 'kind' | 'note'>>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('flow_version')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

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

/** Removes the oldest checkpoints beyond the newest `keep`; those with a note, in use or once published stay. */
export async function pruneCheckpoints(
  db: Handle,
  scope: Scope,
  { id, draftVersionId, publishedVersionId }: FlowTable,
  keep: number,
): Promise<void> {
  const rows = await db
    .selectFrom('flow_version')
    .select('id')
    .where('workspaceId', '=', scope.workspaceId)
    .where('flowId', '=', id)
    .where('kind', '=', 'checkpoint')
    .where((where) => where.or([where('note', 'is', null), where('note', '=', '')]))
    .orderBy('number', 'desc')
    .offset(keep)
    .limit(1000)
    .execute();
  const old = rows.flatMap((row) =>
    row.id === draftVersionId || row.id === publishedVersionId ? [] : row.id,
  );
  if (old.length === 0) return;
  await db
    .deleteFrom('flow_version')
    .where('workspaceId', '=', scope.workspaceId)
    .where('flowId', '=', id)
    .where('id', 'in', old)
    .execute();
}
