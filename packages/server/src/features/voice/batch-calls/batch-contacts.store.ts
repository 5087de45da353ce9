import type { BatchContactState } from '@tendril/contract/api/batch-calls';
import { type SqlBool, sql } from 'kysely';
import type { BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import { comparableNumber } from '../../../platform/db/comparable-number.ts';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** A batch in its workspace. */
export interface BatchPlace extends Scope {
  batchId: string;
}

interface ContactPage {
  state?: BatchContactState | undefined;
  search?: string | undefined;
  limit: number;
  after?: number | undefined;
}

const insertedAtOnce = 2000;

/** Rows of the people whom batches call. */
export function batchContactStore(db: Database | DatabaseTransaction) {
  const of = ({ workspaceId, batchId }: BatchPlace) =>
    db.selectFrom('batch_contact').where('workspaceId', '=', workspaceId).where('batchId', '=', batchId);
  const pending = ({ workspaceId, batchId }: BatchPlace) =>
    db
      .updateTable('batch_contact')
      .where('workspaceId', '=', workspaceId)
      .where('batchId', '=', batchId)
      .where('state', '=', 'pending');

  return {
    async insert(rows: readonly BatchContactTable[]): Promise<void> {
      for (let at = 0; at < rows.length; at += insertedAtOnce)
        await insertMany(db, 'batch_contact', rows.slice(at, at + insertedAtOnce));
    },

    page(place: BatchPlace, { state, search, limit, after }: ContactPage): Promise<BatchContactTable[]> {
      let query = of(place).selectAll();
      if (state !== undefined) query = query.where('state', '=', state);
      if (after !== undefined) query = query.where('position', '>', comparableNumber(after));
      if (search) {
        const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
        query = query.where(sql<SqlBool>`"phoneNumber" like ${pattern} escape '\\'`);
      }
      return query.orderBy('position').limit(limit).execute();
    },

    /** When the next of those who wait is to be called. */
    async nextAt(place: BatchPlace): Promise<number | undefined> {
      const row = await of(place)
        .select((one) => one.fn.min('nextAt').as('nextAt'))
        .where('state', '=', 'pending')
        .executeTakeFirst();
      return row?.nextAt === null || row === undefined ? undefined : Number(row.nextAt);
    },

    /** Marks those who asked not to be called. */
    async leaveOutListed(place: BatchPlace): Promise<void> {
      await pending(place)
        .set({ state: 'do_not_call', updatedAt: Date.now() })
        .where('phoneNumber', 'in', (one) =>
          one.selectFrom('do_not_call').select('phoneNumber').where('workspaceId', '=', place.workspaceId),
        )
        .execute();
    },

    async cancelPending(place: BatchPlace): Promise<void> {
      await pending(place).set({ state: 'canceled', updatedAt: Date.now() }).execute();
    },

    calling: (place: BatchPlace): Promise<BatchContactTable[]> =>
      of(place).selectAll().where('state', '=', 'calling').execute(),
  };
}
