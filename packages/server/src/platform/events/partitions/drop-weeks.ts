import { sql } from 'kysely';
import { listWeeks } from '../../db/event-partitions/event-tables.ts';
import { weekMs } from '../../db/event-partitions/week.ts';
import type { Database } from '../../db/schema.ts';
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
    if (start + weekMs <= before && (await dropWeek(db, files, start, table))) dropped += 1;
  return dropped;
}

async function dropWeek(db: Database, files: FileStore, start: number, table: string): Promise<boolean> {
  const staying = await stayingRuns(db, start);
  if (staying === undefined) return false;
  const owners = await fileOwners(db, table);
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', '1s', true)`.execute(trx);
    await sql`alter table event detach partition ${sql.ref(table)}`.execute(trx);
    if (staying.length > 0)
      await sql`insert into event select * from ${sql.ref(table)} where "runId" in (${sql.join(staying)})`.execute(
        trx,
      );
    await sql`drop table ${sql.ref(table)}`.execute(trx);
  });
  for (const owner of owners) {
    const unused = await db.transaction().execute((trx) => forgetFiles(trx, owner));
    for (const sha256 of unused) await files.remove(owner.workspaceId, sha256);
  }
  return true;
}

/** The runs and calls of a week whose events have to stay; undefined where these are many. */
async function stayingRuns(db: Database, start: number): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom('event')
    .select('runId')
    .where('at', '>=', start)
    .where('at', '<', start + weekMs)
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
