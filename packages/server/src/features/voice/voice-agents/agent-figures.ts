import type { AgentOverview } from '@tendril/contract/api/voice-agents';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

type Figures = Pick<AgentOverview, 'calls7d' | 'success' | 'p50Ms' | 'p95Ms'>;

const sevenDaysMs = 7 * 24 * 60 * 60 * 1000;

/**
 * How agents served people in the last seven days, by agent: waits in ms, success from 0 to 1. Tests and simulations say
 * nothing of that: no figure counts them.
 */
export async function readAgentFigures(db: Database, { workspaceId }: Scope): Promise<Map<string, Figures>> {
  const calls = db
    .selectFrom('call')
    .where('workspaceId', '=', workspaceId)
    .where('createdAt', '>=', Date.now() - sevenDaysMs)
    .where('kind', 'in', ['web', 'phone'])
    .where('status', '!=', 'registered');

  /** The nearest-rank percentile of each agent's waits; agents without any are left out. */
  async function percentiles(column: 'e2eP50Ms' | 'e2eP95Ms', percent: number): Promise<Map<string, number>> {
    const ranked = calls
      .select([
        'agentId',
        `${column} as value`,
        sql<number>`row_number() over (partition by ${sql.ref('agentId')} order by ${sql.ref(column)})`.as(
          'place',
        ),
        sql<number>`count(*) over (partition by ${sql.ref('agentId')})`.as('count'),
      ])
      .where(column, 'is not', null);
    const rows = await db
      .selectFrom(ranked.as('ranked'))
      .select(['agentId', 'value'])
      // Rounded up: of one value the first is meant.
      .where('place', '=', sql<number>`(${sql.ref('count')} * ${sql.lit(percent)} + 99) / 100`)
      .execute();
    return new Map(rows.map(({ agentId, value }) => [agentId, Number(value)]));
  }

  const counts = await calls
    .select(({ fn }) => [
      'agentId',
      fn.countAll<number | string>().as('calls'),
      fn.count<number | string>('isSuccessful').as('judged'),
      fn.sum<number | string | null>('isSuccessful').as('good'),
    ])
    .groupBy('agentId')
    .execute();
  const [middle, slow] = [await percentiles('e2eP50Ms', 50), await percentiles('e2eP95Ms', 95)];
  return new Map(
    counts.map(({ agentId, calls: count, judged, good }) => [
      agentId,
      {
        calls7d: Number(count),
        success: Number(judged) === 0 ? null : Number(good) / Number(judged),
        p50Ms: middle.get(agentId) ?? null,
        p95Ms: slow.get(agentId) ?? null,
      },
    ]),
  );
}
