import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { databaseNow } from '../db/database-clock.ts';
import type { Database, DatabaseTransaction } from '../db/schema.ts';

/** Longer than any request takes from the bytes to the row that refers to them. */
const graceMs = 15 * 60_000;
/** Longer than a removal takes: a claim that is older was left by a process that died. */
const claimMs = 120_000;
const pauseMs = 50;
const batch = 100;

export interface Content {
  workspaceId: string;
  sha256: string;
}

/**
 * The contents of a shared storage that are to be looked at: every new one, because its request may never come to write
 * the row that refers to it, and every one that lost a row. Whatever is killed in between, nothing is removed that is
 * used, and nothing stays that is not.
 */
export function contentChecks(db: Database) {
  const now = databaseNow(db);
  const isFree = sql<boolean>`("claimedAt" is null or "claimedAt" < ${databaseNow(db, -claimMs)})`;
  const isDue = sql<boolean>`("pending" = 0 or "pendingUntil" <= ${now})`;

  return {
    /** Before a content is stored: it is about to be used. Waits for a removal in progress. */
    async expect({ workspaceId, sha256 }: Content): Promise<void> {
      for (;;) {
        const expected = await db
          .insertInto('content_check')
          .values({
            workspaceId,
            sha256,
            pending: 1,
            pendingUntil: databaseNow(db, graceMs),
            claimedAt: null,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['workspaceId', 'sha256'])
              .doUpdateSet({
                pending: sql<number>`content_check."pending" + 1`,
                pendingUntil: databaseNow(db, graceMs),
                claimedAt: null,
              })
              .where(sql<boolean>`content_check."claimedAt" is null
                or content_check."claimedAt" < ${databaseNow(db, -claimMs)}`),
          )
          .returning('pending')
          .executeTakeFirst();
        if (expected) return;
        await delay(pauseMs);
      }
    },

    /** A row that referred to it is gone. */
    async schedule({ workspaceId, sha256 }: Content): Promise<void> {
      await db
        .insertInto('content_check')
        .values({ workspaceId, sha256, pending: 0, pendingUntil: now, claimedAt: null })
        .onConflict((conflict) => conflict.columns(['workspaceId', 'sha256']).doNothing())
        .execute();
    },

    /** Those that can be looked at now. */
    due: (): Promise<Content[]> =>
      db
        .selectFrom('content_check')
        .select(['workspaceId', 'sha256'])
        .where(isDue)
        .where(isFree)
        .limit(batch)
        .execute(),

    /** Calls `remove` for a due content without references, while no process can store it. */
    async look({ workspaceId, sha256 }: Content, remove: () => Promise<void>): Promise<void> {
      const claim = await db
        .updateTable('content_check')
        .set({ claimedAt: now })
        .where('workspaceId', '=', workspaceId)
        .where('sha256', '=', sha256)
        .where(isDue)
        .where(isFree)
        .returning('claimedAt')
        .executeTakeFirst();
      if (!claim) return;
      if (!(await isContentUsed(db, workspaceId, sha256))) await remove();
      await db
        .deleteFrom('content_check')
        .where('workspaceId', '=', workspaceId)
        .where('sha256', '=', sha256)
        .where('claimedAt', '=', claim.claimedAt)
        .execute();
    },
  };
}

/** These contents have their rows, or were abandoned, each for one request that expected it. */
export async function settleContents(
  db: Database | DatabaseTransaction,
  workspaceId: string,
  hashes: readonly string[],
): Promise<void> {
  await db
    .updateTable('content_check')
    .set({ pending: sql<number>`"pending" - 1` })
    .where('workspaceId', '=', workspaceId)
    .where('sha256', 'in', [...new Set(hashes)])
    .where('pending', '>', 0)
    .execute();
}

/** Whether any row of a workspace refers to a content. */
export async function isContentUsed(db: Database, workspaceId: string, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('file')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row !== undefined;
}
