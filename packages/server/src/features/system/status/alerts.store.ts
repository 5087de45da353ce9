import { randomUUID } from 'node:crypto';
import type { SystemStatus } from '@tendril/contract/api/system';
import type { SystemAlertTable } from '../../../platform/db/alert-table.ts';
import { databaseNow } from '../../../platform/db/database-clock.ts';
import type { PagePlace } from '../../../platform/db/page-place.ts';
import type { Database } from '../../../platform/db/schema.ts';

type Alert = SystemStatus['alerts'][number];

/** An alert that has not ended. */
export type OpenAlert = Pick<SystemAlertTable, 'id' | 'kind' | 'process'>;

/** One that has. */
type EndedAlert = Omit<SystemAlertTable, 'endedAt'> & { endedAt: number };

const keptMs = 90 * 86_400_000;
/** Something that comes and goes every minute does not fill the disk. */
const mostKept = 1000;

/** The history of alerts. */
export function alertStore(db: Database) {
  const ended = () => db.deleteFrom('system_alert').where('endedAt', 'is not', null);
  const row = ({ kind, process, since }: Alert) => ({
    ...{ id: randomUUID(), kind, process: process ?? '', startedAt: since ?? databaseNow(db) },
  });

  return {
    listOpen: (): Promise<OpenAlert[]> =>
      db.selectFrom('system_alert').select(['id', 'kind', 'process']).where('endedAt', 'is', null).execute(),

    /** Does nothing where it holds already. */
    async begin(alert: Alert): Promise<void> {
      await db
        .insertInto('system_alert')
        .values({ ...row(alert), endedAt: null })
        .onConflict((conflict) =>
          conflict.columns(['kind', 'process']).where('endedAt', 'is', null).doNothing(),
        )
        .execute();
    },

    async end({ id }: Pick<OpenAlert, 'id'>): Promise<void> {
      await db
        .updateTable('system_alert')
        .set({ endedAt: databaseNow(db) })
        .where('id', '=', id)
        .where('endedAt', 'is', null)
        .execute();
    },

    /** For one that nobody could write while it held: it ends now. */
    async addEnded(alert: Alert): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('system_alert')
        .set({ endedAt: databaseNow(db) })
        .where('kind', '=', alert.kind)
        .where('process', '=', alert.process ?? '')
        .where('endedAt', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return;
      await db
        .insertInto('system_alert')
        .values({ ...row(alert), endedAt: databaseNow(db) })
        .execute();
    },

    async removeOld(): Promise<void> {
      await ended().where('endedAt', '<', databaseNow(db, -keptMs)).execute();
      const last = await db
        .selectFrom('system_alert')
        .select('endedAt')
        .where('endedAt', 'is not', null)
        .orderBy('endedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(mostKept - 1)
        .limit(1)
        .executeTakeFirst();
      if (last) await ended().where('endedAt', '<', last.endedAt).execute();
    },

    /** The latest first. */
    async listEnded(after: PagePlace | undefined, limit: number): Promise<EndedAlert[]> {
      let rows = db
        .selectFrom('system_alert')
        .selectAll()
        .where('endedAt', 'is not', null)
        .$narrowType<{ endedAt: number }>();
      if (after) {
        const { at, id } = after;
        rows = rows.where(({ and, eb, or }) =>
          or([eb('endedAt', '<', at), and([eb('endedAt', '=', at), eb('id', '<', id)])]),
        );
      }
      return rows.orderBy('endedAt', 'desc').orderBy('id', 'desc').limit(limit).execute();
    },
  };
}
