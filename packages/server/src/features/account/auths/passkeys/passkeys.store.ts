import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';

interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: readonly string[];
  name: string;
}

/** The keys of people's devices; only their public halves are here. */
export function createPasskeyStore(db: Database, writes: WriteGroup) {
  return {
    listOf: (userId: string) =>
      db
        .selectFrom('passkey')
        .select(['id', 'name', 'createdAt', 'lastUsedAt', 'credentialId', 'transports'])
        .where('userId', '=', userId)
        .orderBy('createdAt')
        .execute(),

    find: (credentialId: string) =>
      db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst(),

    /** Returns undefined for a key that is here already. */
    async insert(trx: DatabaseTransaction, userId: string, { transports, ...key }: NewPasskey) {
      const row = { id: randomUUID(), userId, ...key, createdAt: Date.now(), lastUsedAt: null };
      const made = await trx
        .insertInto('passkey')
        .values({ ...row, transports: JSON.stringify(transports) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return made && { id: row.id, name: row.name, createdAt: row.createdAt, lastUsedAt: null };
    },

    /** Notes a use; false if the device has counted no further than another use: then there are two of it. */
    async noteUse(id: string, counter: number): Promise<boolean> {
      const { numUpdatedRows } = await writes.write((trx) =>
        trx
          .updateTable('passkey')
          .set({ counter, lastUsedAt: Date.now() })
          .where('id', '=', id)
          .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    async rename(userId: string, id: string, name: string): Promise<boolean> {
      const { numUpdatedRows } = await writes.write((trx) =>
        trx
          .updateTable('passkey')
          .set({ name })
          .where('userId', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    async remove(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await writes.write((trx) =>
        trx.deleteFrom('passkey').where('userId', '=', userId).where('id', '=', id).executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
  };
}

export type PasskeyStore = ReturnType<typeof createPasskeyStore>;
