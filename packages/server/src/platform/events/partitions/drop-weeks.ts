import { sql } from 'kysely';
import { listWeeks } from '../../db/event-partitions/event-tables.ts';
import { weekMs } from '../../db/event-partitions/week.ts';
import type { Database, DatabaseTransaction } from '../../db/schema.ts';
import type { FileStore } from '../../files/file-store.ts';
import { forgetFiles, isOver } from '../events.store.ts';

/** Up to so many rows are taken out of a week that is dropped; with more, its rows are deleted one by one. */
const mostTakenOut = 5000;

/**
 * Drops the tables of weeks that were over before `before`, with the files of their events; returns how many. What has
 * to stay, of workspaces under a legal hold, kept runs and runs that are not over, is taken out of them first.
 */
export async function dropWeeks(db: Database, files: FileStore, before: number): Promise<number> {
  let dropped = 0;
  for (const [start, table] of await listWeeks(db))
    if (start + weekMs <= before && (await dropWeek(db, files, table))) dropped += 1;
  return dropped;
}

async function dropWeek(db: Database, files: FileStore, table: string): Promise<boolean> {
  if ((await stayingRuns(db, table)) === undefined) return false;
  const owners = await fileOwners(db, table);
  if (!(await db.transaction().execute((trx) => replaceWeek(trx, table)))) return false;
  for (const owner of owners) {
    const unused = await db.transaction().execute((trx) => forgetFiles(trx, owner));
    for (const sha256 of unused) await files.remove(owner.workspaceId, sha256);
  }
  return true;
}

/** Drops the table, and puts what stays back; returns whether it did. */
async function replaceWeek(trx: DatabaseTransaction, table: string): Promise<boolean> {
  await sql`select set_config('lock_timeout', '1s', true)`.execute(trx);
  await sql`savepoint attached`.execute(trx);
  await sql`alter table event detach partition ${sql.ref(table)}`.execute(trx);
  // Keeping a run, or holding a workspace, from here on happens after the week has gone. This waits for less time than
  // a circle of waits takes to be noticed: it is not they who fail.
  await sql`select set_config('lock_timeout', '300ms', true)`.execute(trx);
  await sql`lock table kept_record, data_retention in share mode`.execute(trx);
  const staying = await stayingRuns(trx, table);
  if (staying === undefined) {
    await sql`rollback to savepoint attached`.execute(trx);
    return false;
  }
  if (staying.length > 0)
    await sql`insert into event select * from ${sql.ref(table)} where "runId" in (${sql.join(staying)})`.execute(
      trx,
    );
  await sql`drop table ${sql.ref(table)}`.execute(trx);
  return true;
}

/** The runs and calls of a week's table whose events have to stay; undefined where these are many. */
async function stayingRuns(db: Database | DatabaseTransaction, table: string): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom(`${table} as event` as 'event')
    .select('runId')
    .where((where) =>
      where.or([
        where.not(isOver(where)),
        where('workspaceId', 'in', (of) =>
          of.selectFrom('data_retention').select('data_retention.workspaceId').where('isHeld', '=', 1),
        ),
      ]),
    )
    .limit(mostTakenOut + 1)
    .execute();
  return rows.length > mostTakenOut ? undefined : [...new Set(rows.map(({ runId }) => runId))];
}

/** Whose files may be those of events in a table. */
async function fileOwners(db: Database, table: string) {
  const { rows } = await sql<{
    workspaceId: string;
    runId: string;
  }>`select distinct "workspaceId", "ownerId" as "runId"
    from file where "ownerKind" = 'run' and "ownerId" in (select "runId" from ${sql.ref(table)})`.execute(db);
  return rows;
}
