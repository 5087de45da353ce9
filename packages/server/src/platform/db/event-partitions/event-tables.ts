import { type Kysely, sql } from 'kysely';
import { weekMs, weekOf, weekOfTable, weekTable } from './week.ts';

/** Where events are that are of no week with a table of its own. */
export const otherEvents = 'event_other';

/** The partitioned table while events are moved to it; afterwards it is `event`. */
export const eventParts = 'event_parts';

const weeksAhead = 4;
/** Of what is older, each week would have some rows at most. */
const mostWeeks = 520;

/** Whether the events are in partitions; while they are being moved they are not. */
export async function hasEventPartitions<S>(db: Kysely<S>): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_class where oid = to_regclass('event') and relkind = 'p'`.execute(db);
  return rows.length > 0;
}

/** The weeks that have a table, with its name. */
export async function listWeeks<S>(db: Kysely<S>, parent = 'event'): Promise<Map<number, string>> {
  const { rows } = await sql<{ name: string }>`select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid where inhparent = to_regclass(${parent})`.execute(db);
  const weeks = new Map<number, string>();
  for (const { name } of rows) {
    const week = weekOfTable(name);
    if (week !== undefined) weeks.set(week, name);
  }
  return weeks;
}

/**
 * Makes the table of a week, in a transaction. It is attached when it is complete, which locks out nobody but those who
 * write to the table of the others; what of that week has got there is moved.
 */
async function makeWeek<S>(trx: Kysely<S>, start: number, parent = 'event'): Promise<void> {
  const table = sql.ref(weekTable(start));
  const [from, until] = [sql.lit(start), sql.lit(start + weekMs)];
  await sql`create table ${table} (like ${sql.ref(parent)} including defaults including constraints)`.execute(
    trx,
  );
  await sql`with moved as (delete from ${sql.ref(otherEvents)} where at >= ${from} and at < ${until} returning *)
    insert into ${table} select * from moved`.execute(trx);
  await sql`alter table ${sql.ref(parent)} attach partition ${table} for values from (${from}) to (${until})`.execute(
    trx,
  );
}

/** Makes the tables of those of the weeks that have none, in a transaction. */
export async function makeWeeks<S>(
  trx: Kysely<S>,
  starts: Iterable<number>,
  { parent = 'event', now = Date.now() }: { parent?: string; now?: number } = {},
): Promise<void> {
  const known = await listWeeks(trx, parent);
  const oldest = weekOf(now) - mostWeeks * weekMs;
  const newest = weekOf(now) + 2 * weeksAhead * weekMs;
  for (const start of new Set(starts))
    if (!known.has(start) && start >= oldest && start <= newest) await makeWeek(trx, start, parent);
}

/** The last week, this one and the next ones: those that have to have a table before events arrive. */
export function weeksAround(now: number): number[] {
  return Array.from({ length: weeksAhead + 2 }, (_, index) => weekOf(now) + (index - 1) * weekMs);
}
