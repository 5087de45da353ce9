import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { isPostgres } from '../db/sequence-column.ts';
import type { EventQuota } from './event-quota.ts';
import { limitReached } from './limit-reached.ts';
import type { UsageCounters } from './usage-counters.ts';
import { createWindowLimit, type WindowLimit } from './window-limit.ts';
import type { WorkspaceLimits } from './workspace-limits.ts';
import { periodsOf, readUsage } from './workspace-usage.store.ts';

const minuteMs = 60_000;
/** An answer lasts about that long. */
const runMs = 5000;
const mostKept = 10_000;

interface RunQuotaParts {
  db: Database;
  limits: WorkspaceLimits;
  counters: UsageCounters;
  /** Of this process. */
  ownerId: string;
  /** The runs of a workspace that this process executes, without what they have begun themselves. */
  countHere(scope: Scope): number;
  /** What the events of runs may take. */
  events?: Pick<EventQuota, 'requireRoom'>;
}

/** What a workspace may run: so many at once and a minute, so many tokens a day, so much money a month. */
export interface RunQuota {
  /** Throws TOO_MANY_REQUESTS. Returns how to give back the place once the run counts as under way, or is not. */
  enter(scope: Scope): Promise<() => void>;
}

const free = () => {};

export function createRunQuota(parts: RunQuotaParts): RunQuota {
  const { db, limits, counters } = parts;
  const entering = new Map<string, number>();
  const perMinute = new Map<string, { most: number; limit: WindowLimit }>();

  function minuteOf({ workspaceId }: Scope, most: number): WindowLimit {
    const known = perMinute.get(workspaceId);
    if (known?.most === most) return known.limit;
    if (perMinute.size >= mostKept) perMinute.clear();
    const limit = createWindowLimit({ counters, name: 'workspace-runs', limit: most, windowMs: minuteMs });
    perMinute.set(workspaceId, { most, limit });
    return limit;
  }

  function add(workspaceId: string, by: 1 | -1): void {
    const count = (entering.get(workspaceId) ?? 0) + by;
    if (count > 0) entering.set(workspaceId, count);
    else entering.delete(workspaceId);
  }

  async function takePlace(scope: Scope, most: number): Promise<() => void> {
    const elsewhere = isPostgres(db) ? await countRunning(db, scope, parts.ownerId) : 0;
    // Looked at and counted in one step: runs that begin at the same moment see each other.
    const { workspaceId } = scope;
    if (elsewhere + parts.countHere(scope) + (entering.get(workspaceId) ?? 0) >= most)
      throw limitReached({
        ...{ what: '{{most}} answers at once', most, resets: 'when one of them has ended' },
        retryAfterMs: runMs,
      });
    add(workspaceId, 1);
    return () => add(workspaceId, -1);
  }

  async function takeOfMinute(scope: Scope, most: number): Promise<void> {
    const { isAllowed, leftMs } = await minuteOf(scope, most).take(scope.workspaceId);
    const resets = `in ${Math.ceil(leftMs / 1000)} seconds`;
    if (!isAllowed)
      throw limitReached({ what: '{{most}} answers a minute', most, resets, retryAfterMs: leftMs });
  }

  limits.measure('workspaceRuns', (scope) => countRunning(db, scope));
  limits.measure('workspaceRunsPerMinute', ({ workspaceId }) =>
    Number(perMinute.get(workspaceId)?.limit.highest() ?? 0),
  );
  limits.measure(
    'workspaceTokensPerDay',
    async (scope) => (await readUsage(db, scope, periodsOf(Date.now()).day)).tokens,
  );
  limits.measure('workspaceUsdPerMonth', async (scope) => {
    const { costUsd } = await readUsage(db, scope, periodsOf(Date.now()).month);
    return Math.round(costUsd * 100) / 100;
  });

  return {
    async enter(scope) {
      const all = await limits.of(scope);
      await requireBudget(db, scope, all);
      if (all.workspaceEventsMb > 0) await parts.events?.requireRoom(scope);
      if (all.workspaceRuns === 0 && all.workspaceRunsPerMinute === 0) return free;
      const leave = all.workspaceRuns > 0 ? await takePlace(scope, all.workspaceRuns) : free;
      try {
        if (all.workspaceRunsPerMinute > 0) await takeOfMinute(scope, all.workspaceRunsPerMinute);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}

interface Budget {
  workspaceTokensPerDay: number;
  workspaceUsdPerMonth: number;
}

/** Throws TOO_MANY_REQUESTS once the day's tokens or the month's money are used up. */
async function requireBudget(
  db: Database,
  scope: Scope,
  { workspaceTokensPerDay: tokens, workspaceUsdPerMonth: dollars }: Budget,
): Promise<void> {
  if (tokens === 0 && dollars === 0) return;
  const now = new Date();
  const { day, month } = periodsOf(now.getTime());
  if (tokens > 0 && (await readUsage(db, scope, day)).tokens >= tokens) {
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    throw limitReached({ what: '{{most}} tokens a day', most: tokens, ...until(end) });
  }
  if (dollars > 0 && (await readUsage(db, scope, month)).costUsd >= dollars) {
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    throw limitReached({ what: '{{most}} US dollars a month', most: dollars, ...until(end) });
  }
}

function until(end: number): { resets: string; retryAfterMs: number } {
  const words = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(end);
  return { resets: `after ${words}, 00:00 UTC`, retryAfterMs: end - Date.now() };
}

/** Runs under way that no other run has begun, along the index of those that have not ended. */
async function countRunning(db: Database, { workspaceId }: Scope, exceptOwner?: string): Promise<number> {
  const row = await db
    .selectFrom('run')
    .select((run) => run.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'running')
    .where('parentId', 'is', null)
    .$if(exceptOwner !== undefined, (some) => some.where('ownerId', 'is distinct from', exceptOwner ?? null))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
