import type { Database } from '../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';

/** The display settings stored per person. */
export function createPreferenceStore(db: Database, writes: WriteGroup) {
  return {
    async read(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('user_preference')
        .select('value')
        .where('userId', '=', userId)
        .executeTakeFirst();
      return row?.value;
    },

    async save(userId: string, value: string): Promise<void> {
      const row = { value, updatedAt: Date.now() };
      await writes.write((trx) =>
        trx
          .insertInto('user_preference')
          .values({ userId, ...row })
          .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
          .execute(),
      );
    },
  };
}

export type PreferenceStore = ReturnType<typeof createPreferenceStore>;
