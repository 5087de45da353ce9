import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { limitReached } from '../limits/limit-reached.ts';
import type { WorkspaceLimits } from '../limits/workspace-limits.ts';

const retryAfterMs = 30_000;

/** How many jobs of a workspace wait, along the index of those. */
export async function countWaiting(db: Database, { workspaceId }: Scope): Promise<number> {
  const row = await db
    .selectFrom('job')
    .select((job) => job.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Throws TOO_MANY_REQUESTS when as many jobs wait as the workspace's limit allows. */
export async function requireJobRoom(
  db: Database,
  scope: Scope,
  limits: Pick<WorkspaceLimits, 'of'>,
): Promise<void> {
  const { workspaceWaitingJobs: most } = await limits.of(scope);
  if (most === 0 || (await countWaiting(db, scope)) < most) return;
  const resets = 'when some of them are done';
  throw limitReached({ what: '{{most}} waiting jobs', most, resets, retryAfterMs });
}
