import type { Insertable, Updateable } from 'kysely';
import type { CredentialTable, Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';

// Without what is sealed.
const listed = [
  'id',
  'name',
  'credentialName',
  'hint',
  'createdAt',
  'updatedAt',
  'lastTestAt',
  'lastTestOk',
  'lastTestMessage',
  'connection',
  'hosts',
] as const;

/** What lists show of a stored credential. */
export type ListedCredential = Pick<CredentialTable, (typeof listed)[number]>;

/** What is to become of a row as it stands; nothing leaves it as it is. */
type CredentialChange = (row: CredentialTable) => Updateable<CredentialTable> | undefined;

/** Rows of stored credentials; their values are sealed. */
export function credentialStore(db: Database) {
  return {
    list(scope: Scope, kinds?: readonly string[]): Promise<ListedCredential[]> {
      const rows = db
        .selectFrom('credential')
        .select(listed)
        .where('workspaceId', '=', scope.workspaceId)
        .orderBy('updatedAt', 'desc')
        .orderBy('id');
      return kinds ? rows.where('credentialName', 'in', kinds).execute() : rows.execute();
    },

    find: (scope: Scope, id: string): Promise<CredentialTable | undefined> =>
      db
        .selectFrom('credential')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    insert: (row: Insertable<CredentialTable>) => db.insertInto('credential').values(row).execute(),

    update: (scope: Scope, id: string, changes: Updateable<CredentialTable>) =>
      db
        .updateTable('credential')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute(),

    change: (scope: Scope, id: string, change: CredentialChange) => changeRow(db, scope, id, change),

    /** The right to replace `tokens` by new ones, until `until`; false when another process holds it. */
    async claimRefresh(
      scope: Scope,
      id: string,
      tokens: string,
      now: number,
      until: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('credential')
        .set({ refreshingUntil: until })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('encryptedTokens', '=', tokens)
        .where((where) =>
          where.or([where('refreshingUntil', 'is', null), where('refreshingUntil', '<', now)]),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('credential')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** In one transaction: what another request has changed meanwhile is kept. Returns the row as it is then. */
function changeRow(db: Database, scope: Scope, id: string, change: CredentialChange) {
  return db.transaction().execute(async (trx): Promise<CredentialTable | undefined> => {
    const found = trx
      .selectFrom('credential')
      .selectAll()
      .where('workspaceId', '=', scope.workspaceId)
      .where('id', '=', id);
    const row = await (isPostgres(db) ? found.forUpdate() : found).executeTakeFirst();
    const changes = row && change(row);
    if (!changes) return row;
    return trx
      .updateTable('credential')
      .set(changes)
      .where('workspaceId', '=', scope.workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  });
}
