import type { RetentionKind } from '@tendril/contract/api/data-retention';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const hourMs = 3_600_000;

export type OwnDays = Partial<Record<RetentionKind, number>>;
export type Removed = Partial<Record<RetentionKind, number>>;

export interface OwnRetention {
  days: OwnDays;
  isHeld: boolean;
  nextPurgeAt: number | null;
  purgedAt: number | null;
  removed: Removed;
}

/** What workspaces have set about the lifetime of their data. */
export function retentionStore(db: Database | DatabaseTransaction) {
  return {
    async read({ workspaceId }: Scope): Promise<OwnRetention> {
      const row = await db
        .selectFrom('data_retention')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .executeTakeFirst();
      return {
        days: JSON.parse(row?.days ?? '{}') as OwnDays,
        isHeld: row?.isHeld === 1,
        nextPurgeAt: row ? Number(row.nextPurgeAt) : null,
        purgedAt: row?.purgedAt ? Number(row.purgedAt) : null,
        removed: JSON.parse(row?.removed ?? '{}') as Removed,
      };
    },

    async save({ workspaceId }: Scope, days: OwnDays, isHeld: boolean): Promise<void> {
      const changes = { days: JSON.stringify(days), isHeld: isHeld ? (1 as const) : (0 as const) };
      await db
        .insertInto('data_retention')
        .values({
          ...{ workspaceId, ...changes, nextPurgeAt: Date.now() + hourMs },
          ...{ purgedAt: null, removed: '{}' },
        })
        .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(changes))
        .execute();
    },
  };
}
