import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction, Schema } from '../db/schema.ts';

/** By table, the status of work in progress; each has an index of its open rows by owner. */
const openStatus = { run: 'running', call: 'ongoing', simulation_result: 'running' } as const;

/**
 * Rows of work that is marked as in progress although no process does it: without an owner, of a dead one, or our own.
 */
export function openWork<T extends keyof typeof openStatus>(
  db: Database | DatabaseTransaction,
  table: T,
  ownerId: string,
) {
  // Own rows too: only the caller knows which of them are really in progress here.
  const isFree = sql`"status" = ${sql.lit(openStatus[table])} and ("ownerId" is null or "ownerId" = ${ownerId}
    or not exists (select 1 from "process" where "process"."id" = "ownerId"))`;
  return {
    async list(): Promise<Selectable<Schema[T]>[]> {
      const found = await sql<
        Selectable<Schema[T]>
      >`select * from ${sql.table(table)} where ${isFree}`.execute(db);
      return found.rows;
    },

    /** Claims a row; of two concurrent attempts, one gets false. */
    async claim(id: string): Promise<boolean> {
      const { numAffectedRows } =
        await sql`update ${sql.table(table)} set "ownerId" = ${ownerId} where "id" = ${id} and ${isFree}`.execute(
          db,
        );
      return numAffectedRows !== undefined && numAffectedRows > 0n;
    },
  };
}
