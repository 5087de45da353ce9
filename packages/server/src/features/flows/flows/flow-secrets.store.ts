import type { Database, DatabaseTransaction, FlowSecretTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Sealed values of password parameters. They live as long as their flow, since any version may refer to them. */
export function flowSecretStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom('flow_secret').selectAll().where('workspaceId', '=', scope.workspaceId);

  return {
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),

    /** The value that a node's parameter had last. */
    findNewest: (scope: Scope, flowId: string, nodeId: string, inputName: string) =>
      ofWorkspace(scope)
        .where('flowId', '=', flowId)
        .where('nodeId', '=', nodeId)
        .where('inputName', '=', inputName)
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Writes new values, and those that were sealed again. */
    async put(rows: FlowSecretTable[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insertInto('flow_secret')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((row) => ({ encryptedData: row.ref('excluded.encryptedData') })),
        )
        .execute();
    },
  };
}
