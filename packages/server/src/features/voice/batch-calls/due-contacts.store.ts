import type { BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { BatchPlace } from './batch-contacts.store.ts';

/** Contacts whose time has come. */
export function dueContactStore(db: Database) {
  const of = ({ workspaceId, batchId }: BatchPlace, now: number) =>
    db
      .selectFrom('batch_contact')
      .where('workspaceId', '=', workspaceId)
      .where('batchId', '=', batchId)
      .where('state', '=', 'pending')
      .where('nextAt', '<=', now);

  return {
    /** The first of the list first. */
    list: (place: BatchPlace, now: number, limit: number): Promise<BatchContactTable[]> =>
      of(place, now).selectAll().orderBy('nextAt').orderBy('position').limit(limit).execute(),

    /** Their time zones. */
    async zones(place: BatchPlace, now: number): Promise<string[]> {
      const rows = await of(place, now).select('timezone').distinct().execute();
      return rows.map(({ timezone }) => timezone);
    },

    /** Lets those of a time zone wait until their window opens. */
    async delay(
      { workspaceId, batchId }: BatchPlace,
      timezone: string,
      now: number,
      nextAt: number,
    ): Promise<void> {
      await db
        .updateTable('batch_contact')
        .set({ nextAt })
        .where('workspaceId', '=', workspaceId)
        .where('batchId', '=', batchId)
        .where('state', '=', 'pending')
        .where('timezone', '=', timezone)
        .where('nextAt', '<=', now)
        .execute();
    },
  };
}
