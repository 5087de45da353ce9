import { AppError } from '@tendril/contract/app-error';
import { sql } from 'kysely';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';

const mostAttempts = 5;
const windowMs = 5 * 60_000;

/** Counts codes tried for a person, in the database: exact however many processes and requests there are. */
export function createFactorAttempts(writes: WriteGroup) {
  return {
    /** Counts one before it is checked; throws TOO_MANY_REQUESTS. */
    async use(userId: string): Promise<void> {
      const now = Date.now();
      const { count, endsAt } = await writes.write((trx) =>
        trx
          .insertInto('factor_attempt')
          .values({ userId, count: 1, endsAt: now + windowMs })
          .onConflict((conflict) =>
            conflict.column('userId').doUpdateSet(({ ref }) => ({
              count: sql`case when ${ref('factor_attempt.endsAt')} <= ${now} then 1 else ${ref('factor_attempt.count')} + 1 end`,
              endsAt: sql`case when ${ref('factor_attempt.endsAt')} <= ${now} then ${now + windowMs} else ${ref('factor_attempt.endsAt')} end`,
            })),
          )
          .returning(['count', 'endsAt'])
          .executeTakeFirstOrThrow(),
      );
      if (count <= mostAttempts) return;
      const minutes = Math.max(1, Math.ceil((Number(endsAt) - now) / 60_000));
      throw new AppError(
        'TOO_MANY_REQUESTS',
        `Too many codes were tried. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      );
    },

    async clear(userId: string): Promise<void> {
      await writes.write((trx) => trx.deleteFrom('factor_attempt').where('userId', '=', userId).execute());
    },
  };
}

export type FactorAttempts = ReturnType<typeof createFactorAttempts>;
