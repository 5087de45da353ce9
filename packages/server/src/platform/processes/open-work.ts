import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction, Schema } from '../db/schema.ts';

/** By table, the status of work that is under way; each has an index of its open rows by owner. */
const openStatus = { run: 'running', call: 'ongoing', simulation_result: 'running' } as const;

/** Rows of work that says it is under way although no process does it: of nobody, of one that is gone, or our own. */
export function openWork<T extends keyof typeof openStatus>(
  db: Database | DatabaseTransaction,
  table: T,
  ownerId: string,
) {
  // Own rows too: of what is under way here only the caller knows what is really done.
  const isFree = sql`"status" = ${sql.lit(openStatus[table])} and ("ownerId" is null or "ownerId" = ${ownerId}
    or not exists (select 1 from "process" where "process"."id" = "ownerId"))`;
  return {
    async list(): Promise<Selectable<Schema[T]>[]> {
      const found = await sql<
        Selectable<Schema[T]>
      >`select * from ${sql.table(table)} where ${isFree}`.execute(db);
      return found.rows;
    },

    /** Makes a row ours; of two that try, one is answered false. */
    async claim(id: string): Promise<boolean> {
      const { numAffectedRows } =
        await sql`update ${sql.table(table)} set "ownerId" = ${ownerId} where "id" = ${id} and ${isFree}`.execute(
          db,
        );
      return numAffectedRows !== undefined && numAffectedRows > 0n;
    },
  };
}
