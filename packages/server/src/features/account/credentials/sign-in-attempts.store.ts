import type { Insertable } from 'kysely';
import type { SignInAttemptTable } from '../../../platform/db/people-tables.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** How long a person may take at the vendor. */
export const attemptMs = 10 * 60_000;

/** Sign-ins that were begun; each can be finished once, in the browser and the session it was begun in. */
export function signInAttemptStore(db: Database) {
  return {
    async insert(row: Insertable<SignInAttemptTable>): Promise<void> {
      const before = row.createdAt - attemptMs;
      await db.deleteFrom('sign_in_attempt').where('createdAt', '<', before).execute();
      await db.insertInto('sign_in_attempt').values(row).execute();
    },

    /** Takes an attempt away; nothing when it is unknown, used, too old, of another browser or its session ended. */
    async take(stateHash: string, browserHash: string, now: number): Promise<SignInAttemptTable | undefined> {
      const attempt = await db
        .selectFrom('sign_in_attempt')
        .innerJoin('session_family', 'session_family.id', 'sign_in_attempt.familyId')
        .selectAll('sign_in_attempt')
        .where('stateHash', '=', stateHash)
        .where('browserHash', '=', browserHash)
        .where('sign_in_attempt.createdAt', '>', now - attemptMs)
        .where('session_family.revokedAt', 'is', null)
        .executeTakeFirst();
      if (!attempt) return undefined;
      const { numDeletedRows } = await db
        .deleteFrom('sign_in_attempt')
        .where('stateHash', '=', stateHash)
        .executeTakeFirst();
      return numDeletedRows > 0n ? attempt : undefined;
    },
  };
}
