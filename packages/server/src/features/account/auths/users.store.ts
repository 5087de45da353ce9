import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { noPassword } from './password.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  workspaceId: string;
  /** False for people who sign in with a provider or a passkey only. */
  hasPassword: boolean;
  isInstallationOwner: boolean;
}

interface NewPerson {
  name: string;
  email: string;
  passwordHash: string;
}

/** People's accounts. */
export interface UserStore {
  hasOwner(): Promise<boolean>;
  /** Creates the owner and the first workspace; returns undefined when an owner exists already. */
  createOwner(owner: NewPerson): Promise<Person | undefined>;
  /** Adds a person without a workspace; returns whether the email was free. */
  insert(trx: DatabaseTransaction, id: string, person: NewPerson): Promise<boolean>;
  findPasswordHash(userId: string): Promise<string | undefined>;
  /** Returns whether the email is free for this person. */
  update(userId: string, changes: Partial<NewPerson & { emailChangedAt: number }>): Promise<boolean>;
  findByEmail(email: string): Promise<(Person & { passwordHash: string }) | undefined>;
  findById(userId: string): Promise<Person | undefined>;
}

export function createUserStore(db: Database, writes: WriteGroup): UserStore {
  const people = () =>
    db
      .selectFrom('user')
      .innerJoin('membership', 'membership.userId', 'user.id')
      .select([
        'user.id',
        'user.name',
        'user.email',
        'user.passwordHash',
        'user.ownerMark',
        'membership.workspaceId',
      ])
      .orderBy('membership.createdAt');

  return {
    async hasOwner() {
      return (
        (await db.selectFrom('user').select('id').where('ownerMark', '=', 1).executeTakeFirst()) !== undefined
      );
    },
    createOwner: (owner) => writes.write((trx) => createOwner(trx, owner)),
    async insert(trx, id, person) {
      const createdAt = Date.now();
      const made = await trx
        .insertInto('user')
        .values({ id, ownerMark: null, ...person, createdAt, updatedAt: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return made !== undefined;
    },
    async findPasswordHash(userId) {
      const row = await db
        .selectFrom('user')
        .select('passwordHash')
        .where('id', '=', userId)
        .executeTakeFirst();
      return row?.passwordHash;
    },
    update: (userId, changes) =>
      writes.write(async (trx) => {
        const { email } = changes;
        const other =
          email === undefined
            ? undefined
            : await trx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
        if (other && other.id !== userId) return false;
        await trx
          .updateTable('user')
          .set({ ...changes, updatedAt: Date.now() })
          .where('id', '=', userId)
          .execute();
        return true;
      }),
    findByEmail: async (email) => toPerson(await people().where('user.email', '=', email).executeTakeFirst()),
    findById: async (userId) => toPerson(await people().where('user.id', '=', userId).executeTakeFirst()),
  };
}

function toPerson<P extends { passwordHash: string; ownerMark: 1 | null }>(row: P | undefined) {
  return (
    row && {
      ...row,
      hasPassword: row.passwordHash !== noPassword,
      isInstallationOwner: row.ownerMark === 1,
    }
  );
}

async function createOwner(trx: DatabaseTransaction, owner: NewPerson): Promise<Person | undefined> {
  const [id, workspaceId, createdAt] = [randomUUID(), randomUUID(), Date.now()];
  // The unique owner mark decides between concurrent registrations.
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
  await trx
    .insertInto('membership')
    .values({ userId: id, workspaceId, createdAt, roleId: 'owner' })
    .execute();
  return {
    id,
    name: owner.name,
    email: owner.email,
    workspaceId,
    hasPassword: true,
    isInstallationOwner: true,
  };
}
