import { insertMany } from '../../../platform/db/insert-many.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';

const lapsed = {
  status: 'not_connected',
  disconnectionReason: 'registered_call_timeout',
  tokenHash: null,
  given: null,
} as const;

/** Longer than any telephone rings. */
const phoneRingMs = 9 * 60_000;

/** Rows of calls. */
export function callStore(db: Database | DatabaseTransaction) {
  const own = (scope: Scope, id: string) =>
    db.selectFrom('call').where('workspaceId', '=', scope.workspaceId).where('id', '=', id);

  return {
    insert: (row: CallTable) => insertMany(db, 'call', [row]),

    find: (scope: Scope, id: string): Promise<CallTable | undefined> =>
      own(scope, id).selectAll().executeTakeFirst(),

    /** The caller presents a signed address, whose signature proves access to the call. */
    findAnywhere: (id: string): Promise<CallTable | undefined> =>
      db.selectFrom('call').selectAll().where('id', '=', id).executeTakeFirst(),

    /** The registered call that a token opens. */
    findByToken: (tokenHash: string): Promise<CallTable | undefined> =>
      db.selectFrom('call').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst(),

    findByCarrierCall: (...about: [scope: Scope, carrierCallId: string, since: number]) =>
      findByCarrierCall(db, ...about),

    /** Redeems the token of a call; of two concurrent attempts, one gets false. */
    async takeToken(scope: Scope, id: string, tokenHash: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('call')
        .set({ tokenHash: null, given: null })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('tokenHash', '=', tokenHash)
        .where('status', '=', 'registered')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Changes a call that is in one of the given states; returns whether it was. */
    async change(
      scope: Scope,
      id: string,
      from: readonly CallTable['status'][],
      changes: Partial<CallTable>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('call')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .where('status', 'in', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Registered calls whose line nobody has opened in time. */
    lapse: (before: number) =>
      db
        .updateTable('call')
        .set(lapsed)
        .where('status', '=', 'registered')
        // A telephone may ring longer than a page may take to open its line.
        .where((row) => row.or([row('kind', '!=', 'phone'), row('createdAt', '<', before - phoneRingMs)]))
        .where('createdAt', '<', before)
        .execute(),

    /** Whether `ownerId` runs the call; not when it has been deleted, or others have ended it. */
    async isOwned(id: string, ownerId: string): Promise<boolean> {
      const row = await db
        .selectFrom('call')
        .select('id')
        .where('id', '=', id)
        .where('ownerId', '=', ownerId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async remove(scope: Scope, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('call')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** A call that has not ended and began to ring after that, by its id at a carrier. */
function findByCarrierCall(
  db: Database | DatabaseTransaction,
  { workspaceId }: Scope,
  carrierCallId: string,
  since: number,
): Promise<CallTable | undefined> {
  return db
    .selectFrom('call')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .where('createdAt', '>', since)
    .where('carrierCallId', '=', carrierCallId)
    .where('status', 'in', ['registered', 'ongoing'])
    .executeTakeFirst();
}
