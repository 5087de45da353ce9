import { sql } from 'kysely';
import { databaseNow } from '../db/database-clock.ts';
import type { Database } from '../db/schema.ts';
import type { CountedWindow, UsageCounters } from './usage-counters.ts';

const sweptEveryMs = 60_000;

/** Counters in rows, by the database's clock: exact in any number of processes, and they survive a restart. */
export function rowCounters(db: Database, hide: (key: string) => string): UsageCounters {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const open = sql`usage_window."endsAt" > ${databaseNow(db)}`;

  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < sweptEveryMs) return;
    sweptAt = performance.now();
    await sql`delete from usage_window where not (${open})`.execute(db);
  }

  return {
    isShared: true,
    async add(key, amount, windowMs) {
      await sweep();
      const { rows } = await sql<CountedWindow>`insert into usage_window (key, count, "endsAt")
        values (${hide(key)}, ${sql.lit(amount)}, ${databaseNow(db, windowMs)})
        on conflict (key) do update set
          count = case when ${open} then usage_window.count else 0 end + ${sql.lit(amount)},
          "endsAt" = case when ${open} then usage_window."endsAt" else excluded."endsAt" end
        returning count, "endsAt" - ${databaseNow(db)} as ${sql.ref('leftMs')}`.execute(db);
      return { count: Number(rows[0]?.count), leftMs: Math.max(1, Number(rows[0]?.leftMs)) };
    },
    async subtract(key, amount) {
      const less = sql`usage_window.count - ${sql.lit(amount)}`;
      await sql`update usage_window set count = case when ${less} > 0 then ${less} else 0 end
        where key = ${hide(key)}`.execute(db);
    },
    async clear(key) {
      await sql`delete from usage_window where key = ${hide(key)}`.execute(db);
    },
    async close() {},
  };
}
