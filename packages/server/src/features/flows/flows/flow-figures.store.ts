import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const dayMs = 24 * 60 * 60 * 1000;
const shownDays = 7;

/** What a list shows of a flow's runs. */
export interface FlowFigures {
  /** Runs of each of the last seven days, oldest first. */
  runs: number[];
  failedRuns: number;
  p95Ms: number | null;
  costUsd: number | null;
  waitingRuns: number;
}

/** Figures per flow for the last seven days (UTC). */
export function flowFiguresStore(db: Database) {
  return {
    async ofWeek(scope: Scope, flowIds: readonly string[], now: number): Promise<Map<string, FlowFigures>> {
      const figures = new Map(flowIds.map((id) => [id, noFigures()]));
      if (flowIds.length === 0) return figures;
      const start = (Math.floor(now / dayMs) - shownDays + 1) * dayMs;
      const ofFlows = db
        .selectFrom('run')
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', 'in', flowIds);
      const ofWeek = ofFlows.where('startedAt', '>=', start);

      const day = sql<number>`("startedAt" - ${sql.lit(start)}) / ${sql.lit(dayMs)}`;
      const days = await ofWeek
        .select([
          'flowId',
          day.as('day'),
          sql<number>`count(*)`.as('runs'),
          sql<number>`sum(case when "status" in ('failed', 'interrupted') then 1 else 0 end)`.as('failed'),
          sql<number | null>`sum("costUsd")`.as('costUsd'),
        ])
        .groupBy(['flowId', day])
        .execute();
      for (const row of days) {
        const one = figures.get(row.flowId);
        if (!one) continue;
        const index = Math.min(Number(row.day), shownDays - 1);
        one.runs[index] = (one.runs[index] ?? 0) + Number(row.runs);
        one.failedRuns += Number(row.failed);
        if (row.costUsd !== null) one.costUsd = (one.costUsd ?? 0) + Number(row.costUsd);
      }

      const ranked = ofWeek
        .where('ms', 'is not', null)
        .where('status', '=', 'done')
        .select([
          'flowId',
          'ms',
          sql<number>`row_number() over (partition by "flowId" order by "ms")`.as('place'),
          sql<number>`count(*) over (partition by "flowId")`.as('count'),
        ]);
      const slow = await db
        .selectFrom(ranked.as('ranked'))
        .select(['flowId', 'ms'])
        // The 95th percentile of run times.
        .where(sql<boolean>`"place" = ("count" * 95 + 99) / 100`)
        .execute();
      for (const { flowId, ms } of slow) {
        const one = figures.get(flowId);
        if (one && ms !== null) one.p95Ms = Number(ms);
      }

      const waiting = await ofFlows
        .where('status', '=', 'waiting')
        .select(['flowId', sql<number>`count(*)`.as('count')])
        .groupBy('flowId')
        .execute();
      for (const { flowId, count } of waiting) {
        const one = figures.get(flowId);
        if (one) one.waitingRuns = Number(count);
      }
      return figures;
    },
  };
}

/** A flow without runs. */
export function noFigures(): FlowFigures {
  const runs = new Array<number>(shownDays).fill(0);
  return { runs, failedRuns: 0, p95Ms: null, costUsd: null, waitingRuns: 0 };
}
