import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import type { ProviderStore } from './providers.store.ts';

const onlyRow = 1;

/** Whether people may sign in without a provider. */
export function createSignInPolicy(
  db: Database,
  writes: WriteGroup,
  providers: Pick<ProviderStore, 'listNames'>,
) {
  async function isPasswordOff(): Promise<boolean> {
    const row = await db
      .selectFrom('sign_in_policy')
      .select('isPasswordOff')
      .where('id', '=', onlyRow)
      .executeTakeFirst();
    // Without a provider nobody could sign in at all.
    return row?.isPasswordOff === 1 && (await providers.listNames()).length > 0;
  }

  return {
    isPasswordOff,

    async save(isOff: boolean): Promise<void> {
      const row = { isPasswordOff: isOff ? (1 as const) : (0 as const), updatedAt: Date.now() };
      await writes.write((trx) =>
        trx
          .insertInto('sign_in_policy')
          .values({ id: onlyRow, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute(),
      );
    },

    /** Throws FORBIDDEN where people sign in with a provider only. */
    async requireOpen(): Promise<void> {
      if (await isPasswordOff())
        throw new AppError('FORBIDDEN', 'Passwords are turned off here. Sign in with one of the providers.');
    },
  };
}

export type SignInPolicy = ReturnType<typeof createSignInPolicy>;
