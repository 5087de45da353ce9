import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';

const keptMs = 86_400_000;

/** Receivers that fail, as all processes know them. */
export function ailingReceiverStore(db: Database | DatabaseTransaction) {
  return {
    async has(origin: string): Promise<boolean> {
      const row = await db
        .selectFrom('ailing_receiver')
        .select('origin')
        .where('origin', '=', origin)
        .executeTakeFirst();
      return row !== undefined;
    },

    async add(origin: string, failedAt: number): Promise<void> {
      await db
        .insertInto('ailing_receiver')
        .values({ origin, failedAt })
        .onConflict((conflict) => conflict.column('origin').doUpdateSet({ failedAt }))
        .execute();
    },

    async remove(origin: string): Promise<void> {
      await db.deleteFrom('ailing_receiver').where('origin', '=', origin).execute();
    },

    /** Those that nothing was sent to for a day. */
    async removeOld(now: number): Promise<void> {
      await db
        .deleteFrom('ailing_receiver')
        .where('failedAt', '<', now - keptMs)
        .execute();
    },
  };
}
