import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

interface ChatflowFilter {
  type?: string | undefined;
  offset?: number;
  limit?: number;
}

/** Whole flows with the data of the version that callers get. */
export function chatflowStore(db: Database) {
  const rows = (scope: Scope) =>
    db
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

  return {
    find: (scope: Scope, id: string) => rows(scope).where('flow.id', '=', id).executeTakeFirst(),

    list(scope: Scope, { type, offset, limit }: ChatflowFilter) {
      let selected = rows(scope).orderBy('flow.updatedAt', 'desc').orderBy('flow.id');
      if (type) selected = selected.where('flow.type', '=', type);
      return limit === undefined
        ? selected.execute()
        : selected
            .limit(limit)
            .offset(offset ?? 0)
            .execute();
    },

    /** Flows bound to a key, by name, with `alsoFree` also those that are bound to none. */
    ofKey(scope: Scope, keyId: string, alsoFree: boolean) {
      const bound = rows(scope).where((on) => {
        const own = on('flow.apikeyid', '=', keyId);
        return alsoFree ? own.or('flow.apikeyid', 'is', null) : own;
      });
      return bound.orderBy('flow.name').orderBy('flow.id').execute();
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
