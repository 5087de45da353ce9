import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Whole flows with the data of the version that callers get. */
export function chatflowStore(db: Database) {
  const rows = (scope: Scope) => wholeFlows(db, scope);
  const heads = (scope: Scope) =>
    db.selectFrom('flow').select('id').where('workspaceId', '=', scope.workspaceId);

  return {
    find: (scope: Scope, id: string) => rows(scope).where('flow.id', '=', id).executeTakeFirst(),

    page: (scope: Scope, type: string | undefined, offset: number, limit: number) =>
      (type ? rows(scope).where('flow.type', '=', type) : rows(scope))
        .orderBy('flow.updatedAt', 'desc')
        .orderBy('flow.id')
        .limit(limit)
        .offset(offset)
        .execute(),

    /** Whole flows by their ids, in this order; those that are gone are left out. */
    async byIds(scope: Scope, ids: readonly string[]) {
      const found = new Map(
        (await rows(scope).where('flow.id', 'in', ids).execute()).map((row) => [row.id, row]),
      );
      return ids.flatMap((id) => found.get(id) ?? []);
    },

    /** The ids of all flows, the latest first. */
    async ids(scope: Scope, type?: string): Promise<string[]> {
      const found = await (type ? heads(scope).where('type', '=', type) : heads(scope))
        .orderBy('updatedAt', 'desc')
        .orderBy('id')
        .execute();
      return found.map(({ id }) => id);
    },

    /** The ids of flows bound to a key, by name, with `alsoFree` also of those that are bound to none. */
    async idsOfKey(scope: Scope, keyId: string, alsoFree: boolean): Promise<string[]> {
      const found = await heads(scope)
        .where((on) => {
          const own = on('apikeyid', '=', keyId);
          return alsoFree ? own.or('apikeyid', 'is', null) : own;
        })
        .orderBy('name')
        .orderBy('id')
        .execute();
      return found.map(({ id }) => id);
    },

    async count(scope: Scope, type?: string): Promise<number> {
      let counted = db
        .selectFrom('flow')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', scope.workspaceId);
      if (type) counted = counted.where('type', '=', type);
      return Number((await counted.executeTakeFirst())?.count ?? 0);
    },
  };
}

function wholeFlows(db: Database, scope: Scope) {
  return db
    .selectFrom('flow')
    .innerJoin('flow_version as live', (join) =>
      join
        .onRef('live.flowId', '=', 'flow.id')
        .on((on) =>
          on(
            'live.id',
            '=',
            on.fn.coalesce(
              'flow.publishedVersionId',
              on
                .selectFrom('flow_version as saved')
                .select('saved.id')
                .whereRef('saved.flowId', '=', 'flow.id')
                .where('saved.kind', '<>', 'autosave')
                .orderBy('saved.number', 'desc')
                .limit(1),
            ),
          ),
        ),
    )
    .selectAll('flow')
    .select('live.flowData')
    .where('flow.workspaceId', '=', scope.workspaceId);
}
