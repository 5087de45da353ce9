import { type RawBuilder, sql } from 'kysely';
import { runKept } from '../db/kept-statement.ts';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { isPostgres } from '../db/sequence-column.ts';

/**
 * The row of a sum that a statement adds to, as SQL. On PostgreSQL each connection has a row of its own, which no other
 * transaction under way can have locked: transactions that lock a run or a call as well would else wait for each other in
 * a circle. `foldUsage` puts the rows of past days together.
 */
export function usagePart(db: Database | DatabaseTransaction): string {
  return isPostgres(db) ? 'pg_backend_pid()' : '0';
}

/** The statement that adds rows of "workspaceId", period, part, runs, tokens and costUsd, of `values`, to the sums. */
export function addToUsage(values: string): string {
  return `insert into workspace_usage ("workspaceId", period, part, runs, tokens, "costUsd")
    ${values}
    on conflict ("workspaceId", period, part) do update set runs = workspace_usage.runs + excluded.runs,
      tokens = workspace_usage.tokens + excluded.tokens, "costUsd" = workspace_usage."costUsd" + excluded."costUsd"`;
}

/** What a run has used. */
interface Spent {
  readonly workspaceId: string;
  readonly tokens: number;
  readonly costUsd: number;
}

export interface Usage {
  tokens: number;
  costUsd: number;
}

interface Periods {
  readonly day: string;
  readonly month: string;
}

const dayMs = 86_400_000;
let lastAsked: { day: number; periods: Periods } | undefined;

/** The day and the month of a time, in UTC. Nearly always asked for today, for every event. */
export function periodsOf(at: number): Periods {
  const day = Math.floor(at / dayMs);
  if (lastAsked?.day === day) return lastAsked.periods;
  const written = new Date(at).toISOString();
  const periods = { day: written.slice(0, 10), month: written.slice(0, 7) };
  lastAsked = { day, periods };
  return periods;
}

/** Adds what runs have used to the day and the month of their workspaces, in the transaction that ends them. */
export async function addUsage(
  trx: DatabaseTransaction,
  spent: readonly Spent[],
  at: number,
  periods: readonly string[] = Object.values(periodsOf(at)),
): Promise<void> {
  const sums = new Map<string, Spent & { period: string; runs: number }>();
  for (const { workspaceId, tokens, costUsd } of spent)
    for (const period of periods) {
      const key = `${workspaceId} ${period}`;
      const { runs = 0, tokens: other = 0, costUsd: otherUsd = 0 } = sums.get(key) ?? {};
      const sum = { runs: runs + 1, tokens: other + tokens, costUsd: otherUsd + costUsd };
      sums.set(key, { workspaceId, period, ...sum });
    }
  if (sums.size === 0) return;
  const part = usagePart(trx);
  // In one order, so that no two commits wait for each other.
  const rows = [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await runKept(
    trx,
    `usage ${rows.length}`,
    (place) =>
      addToUsage(
        `values ${rows.map(() => `(${place()}, ${place()}, ${part}, ${place()}, ${place()}, ${place()})`).join(', ')}`,
      ),
    rows.flatMap(({ workspaceId, period, runs, tokens, costUsd }) => [
      ...[workspaceId, period, runs],
      ...[tokens, costUsd],
    ]),
  );
}

/** What a workspace has used in a day or month. */
export async function readUsage(db: Database, { workspaceId }: Scope, period: string): Promise<Usage> {
  const sum = (column: 'tokens' | 'costUsd'): RawBuilder<number> =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;
  const row = await db
    .selectFrom('workspace_usage')
    .select([sum('tokens').as('tokens'), sum('costUsd').as('costUsd')])
    .where('workspaceId', '=', workspaceId)
    .where('period', '=', period)
    .executeTakeFirst();
  return { tokens: Number(row?.tokens ?? 0), costUsd: Number(row?.costUsd ?? 0) };
}

/**
 * On PostgreSQL: puts the rows that connections have added together into one for each sum of a day or month that is
 * over. One process at a time is enough; another finds nothing left, or waits.
 */
export async function foldUsage(db: Database, now = Date.now()): Promise<void> {
  if (!isPostgres(db)) return;
  const { day, month } = periodsOf(now);
  await sql`with gone as (
      delete from workspace_usage where ("workspaceId", period, part) in (
        select "workspaceId", period, part from workspace_usage
        where part <> 0 and period < ${day} and period <> ${month}
        order by "workspaceId", period, part for update skip locked)
      returning *)
    insert into workspace_usage ("workspaceId", period, part, runs, tokens, "costUsd")
    select "workspaceId", period, 0, sum(runs), sum(tokens), sum("costUsd") from gone group by 1, 2 order by 1, 2
    on conflict ("workspaceId", period, part) do update set runs = workspace_usage.runs + excluded.runs,
      tokens = workspace_usage.tokens + excluded.tokens,
      "costUsd" = workspace_usage."costUsd" + excluded."costUsd"`.execute(db);
}

/** Limits ask for the current day and month; what is older is kept for questions about a bill. */
const keptDays = 62;
const keptMonthsDays = 400;

/** Deletes the sums of days and months long past. */
export async function removeOldUsage(db: Database, now = Date.now()): Promise<number> {
  const { day } = periodsOf(now - keptDays * dayMs);
  const { month } = periodsOf(now - keptMonthsDays * dayMs);
  const { numDeletedRows } = await db
    .deleteFrom('workspace_usage')
    .where((where) =>
      where.or([
        where.and([where('period', '<', day), where(sql<number>`length(period)`, '=', day.length)]),
        // Longer words behind a day are those of knowledge bases.
        where.and([
          where('period', '<', day),
          where(sql<number>`length(period)`, '>', day.length),
          // Those of events go with the events.
          where('period', 'not like', '% events'),
        ]),
        where.and([where('period', '<', month), where(sql<number>`length(period)`, '=', month.length)]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
