import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/schema.ts';
import type { WriteGroup } from '../../db/write-group.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  workspaceId: string;
}

export interface NewOwner {
  name: string;
  email: string;
  passwordHash: string;
}

/** People and the settings that follow them. */
export interface UserStore {
  hasOwner(): Promise<boolean>;
  /** Makes the owner and the first workspace; answers nothing when an owner exists already. */
  createOwner(owner: NewOwner): Promise<Person | undefined>;
  findByEmail(email: string): Promise<(Person & { passwordHash: string }) | undefined>;
  findById(userId: string): Promise<Person | undefined>;
  readPreferences(userId: string): Promise<string | undefined>;
  savePreferences(userId: string, value: string): Promise<void>;
}

export function createUserStore(db: Database, writes: WriteGroup): UserStore {
  const people = () =>
    db
      .selectFrom('user')
      .innerJoin('membership', 'membership.userId', 'user.id')
      .select(['user.id', 'user.name', 'user.email', 'user.passwordHash', 'membership.workspaceId'])
      .orderBy('membership.createdAt');

  return {
    async hasOwner() {
      return (
        (await db.selectFrom('user').select('id').where('ownerMark', '=', 1).executeTakeFirst()) !== undefined
      );
    },
    createOwner: (owner) =>
      writes.write(async (trx) => {
        const [id, workspaceId, createdAt] = [randomUUID(), randomUUID(), Date.now()];
        // The unique owner mark decides between registrations that come at the same time.
        const made = await trx
          .insertInto('user')
          .values({ id, ownerMark: 1, ...owner, createdAt, updatedAt: createdAt })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!made) return undefined;
        await trx
          .insertInto('workspace')
          .values({ id: workspaceId, name: `${owner.name}'s workspace`, createdAt })
          .execute();
        await trx.insertInto('membership').values({ userId: id, workspaceId, createdAt }).execute();
        return { id, name: owner.name, email: owner.email, workspaceId };
      }),
    findByEmail: (email) => people().where('user.email', '=', email).executeTakeFirst(),
    findById: (userId) => people().where('user.id', '=', userId).executeTakeFirst(),
    async readPreferences(userId) {
      const row = await db
        .selectFrom('user_preference')
        .select('value')
        .where('userId', '=', userId)
        .executeTakeFirst();
      return row?.value;
    },
    async savePreferences(userId, value) {
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
