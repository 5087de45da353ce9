import type { Insertable } from 'kysely';
import type { SignInAttemptTable } from '../../../platform/db/people-tables.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** How long a person may take at the vendor. */
export const attemptMs = 10 * 60_000;

/** Sign-ins in progress; each can be completed once, in the browser and the session that began it. */
export function signInAttemptStore(db: Database) {
  return {
    async insert(row: Insertable<SignInAttemptTable>): Promise<void> {
      const before = row.createdAt - attemptMs;
      await db.deleteFrom('sign_in_attempt').where('createdAt', '<', before).execute();
      await db.insertInto('sign_in_attempt').values(row).execute();
    },

    /**
     * Removes and returns an attempt; undefined when it is unknown, used, expired, of another browser, or its session
     * has ended.
     */
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
