import type { Logger } from 'pino';
import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { eventDays } from './event-usage.ts';
import { limitReached } from './limit-reached.ts';
import type { WorkspaceLimits } from './workspace-limits.ts';
import { periodsOf } from './workspace-usage.store.ts';

const megabyte = 1024 * 1024;
const dayMs = 86_400_000;
/** What is left of the limit after older events have been deleted: not every answer shall delete some. */
const leftAfter = 0.9;

interface EventQuotaParts {
  db: Database;
  log: Pick<Logger, 'error' | 'info'>;
  limits: Pick<WorkspaceLimits, 'of' | 'measure'>;
  /** Deletes a workspace's events older than `before`, as far as they may be deleted. */
  removeOlder(scope: Scope, before: number): Promise<number>;
}

/**
 * The megabytes of events that a workspace keeps. Above its limit the oldest days are deleted, and answers go on; only
 * where nothing may be deleted, because it is of today or under a legal hold, further questions are refused.
 */
export interface EventQuota {
  /** Throws TOO_MANY_REQUESTS. Begins to delete, without waiting for it. */
  requireRoom(scope: Scope): Promise<void>;
  /** Deletes the oldest days above the limit; returns how many events. */
  trim(scope: Scope, now?: number): Promise<number>;
}

export function createEventQuota({ db, log, limits, removeOlder }: EventQuotaParts): EventQuota {
  const trimming = new Map<string, Promise<number>>();

  limits.measure('workspaceEventsMb', async (scope) => {
    const bytes = sumOf(await eventDays(db, scope));
    return Math.round((bytes / megabyte) * 10) / 10;
  });

  async function trimNow(scope: Scope, now: number): Promise<number> {
    const most = (await limits.of(scope)).workspaceEventsMb * megabyte;
    if (most === 0 || (await isHeld(db, scope))) return 0;
    const before = endOfOldest(await eventDays(db, scope), most, now);
    if (before === undefined) return 0;
    const count = await removeOlder(scope, before);
    log.info({ ...scope, events: count }, 'deleted the oldest events above the limit of a workspace');
    return count;
  }

  function trim(scope: Scope, now = Date.now()): Promise<number> {
    const { workspaceId } = scope;
    const running = trimming.get(workspaceId);
    if (running) return running;
    const begun = trimNow({ workspaceId }, now).finally(() => trimming.delete(workspaceId));
    trimming.set(workspaceId, begun);
    return begun;
  }

  return {
    trim,
    async requireRoom(scope) {
      const { workspaceEventsMb } = await limits.of(scope);
      const most = workspaceEventsMb * megabyte;
      if (most === 0) return;
      const days = await eventDays(db, scope);
      if (sumOf(days) < most) return;
      const { day } = periodsOf(Date.now());
      if (await isHeld(db, scope))
        throw full(workspaceEventsMb, 'when the legal hold has ended, or with a higher limit');
      if (sumOf(days.filter((one) => one.day >= day)) >= most)
        throw full(workspaceEventsMb, 'after 00:00 UTC, or when some runs are deleted');
      trim(scope).catch((error: unknown) => log.error({ err: error }, 'deleting the oldest events failed'));
    },
  };
}

function full(most: number, resets: string) {
  const midnight = dayMs - (Date.now() % dayMs);
  return limitReached({ what: '{{most}} MB of events', most, resets, retryAfterMs: midnight });
}

const sumOf = (days: readonly { bytes: number }[]) => days.reduce((sum, { bytes }) => sum + bytes, 0);

/** The end of the last day that has to go; undefined when none has to, or none before today is left. */
function endOfOldest(
  days: readonly { day: string; bytes: number }[],
  most: number,
  now: number,
): number | undefined {
  let left = sumOf(days);
  if (left < most) return undefined;
  const today = periodsOf(now).day;
  let before: number | undefined;
  for (const { day, bytes } of days) {
    if (left <= most * leftAfter || day >= today) break;
    left -= bytes;
    before = Date.parse(day) + dayMs;
  }
  return before;
}

async function isHeld(db: Database, { workspaceId }: Scope): Promise<boolean> {
  const held = db
    .selectFrom('data_retention')
    .select('workspaceId')
    .where('workspaceId', '=', workspaceId)
    .where('isHeld', '=', 1);
  return (await held.executeTakeFirst()) !== undefined;
}
