import type { BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Tries to reach contacts, by the calls that they are. */
export function batchTryStore(db: Database | DatabaseTransaction) {
  const change = (callId: string, changes: Partial<BatchContactTable>) =>
    db
      .updateTable('batch_contact')
      .set({ ...changes, updatedAt: Date.now() })
      .where('callId', '=', callId)
      .where('state', '=', 'calling');

  return {
    /** Begins a try: of several attempts to begin it, one gets true. */
    async claim(
      { id, attempts, tries }: BatchContactTable,
      callId: string,
      ownerId: string,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('batch_contact')
        .set({
          ...{
            state: 'calling',
            callId,
            ownerId,
            attempts: attempts + 1,
            error: null,
            updatedAt: Date.now(),
          },
          tries: JSON.stringify([...(JSON.parse(tries) as string[]), callId]),
        })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .where('attempts', '=', attempts)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Changes a contact that this call is made to, once. */
    async settle(callId: string, changes: Partial<BatchContactTable>): Promise<boolean> {
      const { numUpdatedRows } = await change(callId, changes).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Passes a try from one process to another; returns whether it was still the first one's. */
    async takeOver(callId: string, from: string, to: string): Promise<boolean> {
      const { numUpdatedRows } = await change(callId, { ownerId: to })
        .where('ownerId', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Whom a call is made to. */
    findByCall: (callId: string): Promise<BatchContactTable | undefined> =>
      db
        .selectFrom('batch_contact')
        .selectAll()
        .where('callId', '=', callId)
        .where('state', '=', 'calling')
        .executeTakeFirst(),

    /** Telephone calls of the workspace that ring or are in progress, of every kind. */
    async callsUnderWay({ workspaceId }: Scope, ringingSince: number): Promise<number> {
      const row = await db
        .selectFrom('call')
        .select((one) => one.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', workspaceId)
        .where(({ eb, and, or }) =>
          or([
            eb('status', '=', 'ongoing'),
            and([
              eb('status', '=', 'registered'),
              eb('kind', '=', 'phone'),
              eb('createdAt', '>', ringingSince),
            ]),
          ]),
        )
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },
  };
}
