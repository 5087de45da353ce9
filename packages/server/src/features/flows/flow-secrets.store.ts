import type { Database, DatabaseTransaction, FlowSecretTable } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** Sealed values of password parameters. They go with their flow. */
export function flowSecretStore(db: Database | DatabaseTransaction) {
  return {
    find: (scope: Scope, id: string) =>
      db
        .selectFrom('flow_secret')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    async insert(rows: FlowSecretTable[]): Promise<void> {
      if (rows.length > 0) await db.insertInto('flow_secret').values(rows).execute();
    },
  };
}
