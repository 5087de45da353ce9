import type { Database } from '../schema.ts';

/** How far backfills have come. */
export function backfillStore(db: Database) {
  return {
    list: () => db.selectFrom('backfill').selectAll().orderBy('startedAt').execute(),

    async listOpen(): Promise<string[]> {
      const rows = await db.selectFrom('backfill').select('name').where('state', '=', 'open').execute();
      return rows.map(({ name }) => name);
    },

    /** Stops one after its current slice, or lets it go on. Returns whether there was one. */
    async setPaused(name: string, isPaused: boolean): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('backfill')
        .set({ state: isPaused ? 'paused' : 'open', updatedAt: Date.now() })
        .where('name', '=', name)
        .where('state', '=', isPaused ? 'open' : 'paused')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async noteFault(name: string, error: unknown): Promise<void> {
      const message = error instanceof Error ? error.message : String(error);
      await db
        .updateTable('backfill')
        .set({ error: message.slice(0, 500), updatedAt: Date.now() })
        .where('name', '=', name)
        .execute();
    },
  };
}
