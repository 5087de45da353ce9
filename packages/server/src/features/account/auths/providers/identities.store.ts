import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';

/** An account at a provider that is to open an account here. */
export interface NewIdentity {
  issuer: string;
  subject: string;
  email: string;
  /** What the provider vouches for: an address of its domains, and the groups that the person is in. */
  provenEmail: string | null;
  groups: string | null;
}

/** Which accounts at providers open whose account here. */
export function createIdentityStore(db: Database, writes: WriteGroup) {
  return {
    /** Whom an account at a provider belongs to. */
    async findPerson({
      issuer,
      subject,
    }: Pick<NewIdentity, 'issuer' | 'subject'>): Promise<string | undefined> {
      const row = await db
        .selectFrom('provider_identity')
        .select('userId')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row?.userId;
    },

    listOf: (userId: string) =>
      db
        .selectFrom('provider_identity')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('createdAt')
        .execute(),

    /** Returns whether it belongs to the person now: somebody else's stays theirs. */
    async insert(trx: DatabaseTransaction, userId: string, identity: NewIdentity): Promise<boolean> {
      const at = Date.now();
      await trx
        .insertInto('provider_identity')
        .values({ id: randomUUID(), userId, ...identity, createdAt: at, lastUsedAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await trx
        .selectFrom('provider_identity')
        .select('userId')
        .where('issuer', '=', identity.issuer)
        .where('subject', '=', identity.subject)
        .executeTakeFirst();
      return row?.userId === userId;
    },

    async noteUse({ issuer, subject, ...claimed }: NewIdentity): Promise<void> {
      await writes.write((trx) =>
        trx
          .updateTable('provider_identity')
          .set({ lastUsedAt: Date.now(), ...claimed })
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .execute(),
      );
    },

    async remove(trx: DatabaseTransaction, userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await trx
        .deleteFrom('provider_identity')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

export type IdentityStore = ReturnType<typeof createIdentityStore>;
