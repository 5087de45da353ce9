import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Removed } from './retention.store.ts';

const hourMs = 3_600_000;
const mostAtOnce = 100;

/** When workspaces are purged, each once an hour, and what that deleted. */
export function purgeScheduleStore(db: Database) {
  return {
    async noteRemoved({ workspaceId }: Scope, removed: Removed): Promise<void> {
      await db
        .updateTable('data_retention')
        .set({ purgedAt: Date.now(), removed: JSON.stringify(removed) })
        .where('workspaceId', '=', workspaceId)
        .execute();
    },

    /** Sees to it that every workspace has a time for its next purge. */
    async schedule(now: number): Promise<void> {
      const missing = await db
        .selectFrom('workspace')
        .select('id')
        .where('id', 'not in', (where) => where.selectFrom('data_retention').select('workspaceId'))
        .limit(mostAtOnce)
        .execute();
      if (missing.length === 0) return;
      await db
        .insertInto('data_retention')
        .values(
          missing.map(({ id }) => ({
            ...{ workspaceId: id, days: '{}', isHeld: 0 as const, nextPurgeAt: now + hourMs },
            ...{ purgedAt: null, removed: '{}' },
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** A workspace that is due, for this process alone; undefined when there is none. */
    async claimDue(now: number): Promise<Scope | undefined> {
      const due = await db
        .selectFrom('data_retention')
        .select(['workspaceId', 'nextPurgeAt'])
        .where('nextPurgeAt', '<=', now)
        .orderBy('nextPurgeAt')
        .limit(mostAtOnce)
        .execute();
      for (const { workspaceId, nextPurgeAt } of due) {
        const { numUpdatedRows } = await db
          .updateTable('data_retention')
          .set({ nextPurgeAt: now + hourMs })
          .where('workspaceId', '=', workspaceId)
          .where('nextPurgeAt', '=', nextPurgeAt)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) return { workspaceId };
      }
      return undefined;
    },
  };
}
