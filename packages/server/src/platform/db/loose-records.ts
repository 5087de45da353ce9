import { randomUUID } from 'node:crypto';
import type { LooseRecordTable } from './assistant-tables.ts';
import type { Database, DatabaseTransaction } from './schema.ts';
import type { Scope } from './scope.ts';
import { isPostgres } from './sequence-column.ts';
import { lockWorkspace } from './workspace-lock.ts';

type Table = 'assistant_profile' | 'assistant_phone_number';
type Fields = Readonly<Record<string, unknown>>;

interface NewLooseRecord {
  workspaceId: string;
  /** Kept unless a record of any workspace has it. */
  wanted: string | undefined;
  fields: Fields;
}

/** Rows of records whose fields are stored as JSON. Every call takes the workspace. */
export function looseRecordStore(db: Database, table: Table) {
  return {
    ...looseRows(db, table),

    /** Runs `work` exclusively among work of this kind in the workspace. */
    alone: <T>(
      scope: Scope,
      work: (rows: ReturnType<typeof looseRows>, trx: DatabaseTransaction) => Promise<T>,
    ): Promise<T> =>
      db.transaction().execute(async (trx) => {
        await lockWorkspace(trx, scope);
        return work(looseRows(trx, table), trx);
      }),

    /** Updates a record's fields to the result of `change`, under a lock; undefined when the record does not exist. */
    change: (scope: Scope, id: string, change: (fields: Fields) => Fields) =>
      db.transaction().execute((trx) => looseRows(trx, table).change(scope, id, change)),
  };
}

function looseRows(db: Database | DatabaseTransaction, table: Table) {
  const ofWorkspace = (scope: Scope) =>
    db.selectFrom(table).selectAll().where('workspaceId', '=', scope.workspaceId);

  async function insertIfFree(row: LooseRecordTable): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto(table)
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }

  return {
    list: (scope: Scope) => ofWorkspace(scope).orderBy('createdAt').orderBy('id').execute(),
    /** Of any workspace. */
    findAnywhere: (id: string) => db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst(),
    /** Those of any workspace whose JSON holds this text, which has no wildcard in it. */
    listHolding: (text: string) =>
      db.selectFrom(table).selectAll().where('fields', 'like', `%${text}%`).execute(),
    find: (scope: Scope, id: string) => ofWorkspace(scope).where('id', '=', id).executeTakeFirst(),

    async insert({ workspaceId, wanted, fields }: NewLooseRecord): Promise<LooseRecordTable> {
      const now = Date.now();
      const rest = { workspaceId, fields: JSON.stringify(fields), createdAt: now, updatedAt: now };
      const row = { id: wanted ?? randomUUID(), ...rest };
      if (await insertIfFree(row)) return row;
      const renamed = { ...row, id: randomUUID() };
      await insertIfFree(renamed);
      return renamed;
    },

    /** Inside a transaction. `change` touches nothing but the fields. */
    async change(
      scope: Scope,
      id: string,
      change: (fields: Fields) => Fields,
    ): Promise<LooseRecordTable | undefined> {
      const found = ofWorkspace(scope).where('id', '=', id);
      const row = await (isPostgres(db as Database) ? found.forUpdate() : found).executeTakeFirst();
      if (!row) return undefined;
      const { id: _own, ...fields } = readFields(row);
      const changed = { ...row, fields: JSON.stringify(change(fields)), updatedAt: Date.now() };
      await db.updateTable(table).set(changed).where('id', '=', id).execute();
      return changed;
    },

    /** Returns whether it existed. */
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

/** The record as the API returns it: its own fields as they came, and its id. */
export function readFields({ id, fields }: LooseRecordTable): Record<string, unknown> & { id: string } {
  return { ...(JSON.parse(fields) as Record<string, unknown>), id };
}
