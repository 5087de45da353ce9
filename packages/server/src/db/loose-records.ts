import type { Database, LooseRecordTable } from './schema.ts';
import type { Scope } from './scope.ts';
import { isPostgres } from './sequence-column.ts';

type Table = 'assistant_profile' | 'assistant_phone_number';

/** Rows of records whose fields are kept as JSON. Every call names the workspace. */
export function looseRecordStore(db: Database, table: Table) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom(table).selectAll().where('workspaceId', '=', scope.workspaceId);

  return {
    list: (scope: Scope) => ofWorkspace(scope).orderBy('createdAt').orderBy('id').execute(),
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),

    /** Whether any workspace has a record of that id. */
    async isTaken(id: string): Promise<boolean> {
      return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    },

    /**
     * Writes what `change` makes of a record's fields, while nobody else writes them; answers the new row, or undefined
     * when there is none. `change` touches nothing but the fields.
     */
    change: (scope: Scope, id: string, change: (row: LooseRecordTable) => string) =>
      db.transaction().execute(async (trx) => {
        const found = trx
          .selectFrom(table)
          .selectAll()
          .where('workspaceId', '=', scope.workspaceId)
          .where('id', '=', id);
        const row = await (isPostgres(db) ? found.forUpdate() : found).executeTakeFirst();
        if (!row) return undefined;
        const changed = { ...row, fields: change(row), updatedAt: Date.now() };
        await trx.updateTable(table).set(changed).where('id', '=', id).execute();
        return changed;
      }),

    insert: (row: LooseRecordTable) => db.insertInto(table).values(row).execute(),

    async update(scope: Scope, id: string, fields: string): Promise<void> {
      await db
        .updateTable(table)
        .set({ fields, updatedAt: Date.now() })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute();
    },

    /** Answers whether it was there. */
    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom(table)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** The record as it is answered: its own fields as they came, and its id. */
export function readFields({ id, fields }: LooseRecordTable): Record<string, unknown> & { id: string } {
  return { ...(JSON.parse(fields) as Record<string, unknown>), id };
}
