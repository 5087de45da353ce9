import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Reading, ServerMetrics } from './server-metrics.ts';

/** What waits in the database, for all processes together: each of them reports the same. */
export function observeDatabase(metrics: ServerMetrics, db: Database): void {
  metrics.observe(
    { name: 'jobs', help: 'Jobs that wait or run, in all processes.', labels: ['lane', 'state'] },
    async () => {
      const rows = await db
        .selectFrom('job')
        .select(['lane', 'state', sql<number>`count(*)`.as('count')])
        .where('state', 'in', ['waiting', 'running'])
        .groupBy(['lane', 'state'])
        .execute();
      return rows.map(
        ({ lane, state, count }): Reading => ({
          value: Number(count),
          labels: { lane, state },
        }),
      );
    },
  );
  metrics.observe(
    { name: 'job_age_oldest_seconds', help: 'How long the job that is due longest has waited.', unit: 's' },
    async () => {
      const row = await db
        .selectFrom('job')
        .select(sql<number | null>`min("runAt")`.as('at'))
        .where('state', '=', 'waiting')
        .where('runAt', '<=', Date.now())
        .executeTakeFirst();
      return [{ value: row?.at ? (Date.now() - row.at) / 1000 : 0 }];
    },
  );
  metrics.observe(
    { name: 'webhook_deliveries', help: 'Webhooks that have not been delivered yet.', labels: ['state'] },
    async () => {
      const row = await db
        .selectFrom('webhook_delivery')
        .select(sql<number>`count(*)`.as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return [{ value: Number(row.count), labels: { state: 'waiting' } }];
    },
  );
  metrics.observe({ name: 'processes', help: 'Processes that share this database.' }, async () => {
    const row = await db
      .selectFrom('process')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return [{ value: Number(row.count) }];
  });
}
