import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import type { Vault } from '../../../../platform/secrets/vault.ts';

/** How long a person may take for one step. */
const stepMs = 10 * 60_000;

/** What a step is for; one of another purpose is not found. */
type StepPurpose = 'second-factor' | 'provider' | 'passkey' | 'passkey-registration';

/** Steps of signing in that somebody has begun: known by a secret, finished once, gone after ten minutes. */
export function createSignInSteps(db: Database, writes: WriteGroup, vault: Vault) {
  const placeOf = (tokenHash: string) => ({
    workspaceId: '',
    column: 'sign_in_step.subject',
    key: tokenHash,
    label: 'This sign-in',
    remedy: 'Sign in again.',
  });
  const open = <T>(row: { tokenHash: string; subject: string }): T =>
    JSON.parse(vault.open(placeOf(row.tokenHash), row.subject)) as T;

  return {
    /** Returns the secret by which the step is finished. */
    async begin(purpose: StepPurpose, subject: object): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const [now, tokenHash] = [Date.now(), hashOf(token)];
      const sealed = vault.seal(placeOf(tokenHash), JSON.stringify(subject));
      await writes.write(async (trx) => {
        await trx.deleteFrom('sign_in_step').where('expiresAt', '<=', now).execute();
        await trx
          .insertInto('sign_in_step')
          .values({ tokenHash, purpose, subject: sealed, expiresAt: now + stepMs })
          .execute();
      });
      return token;
    },

    async look<T>(purpose: StepPurpose, token: string): Promise<T | undefined> {
      const row = await db
        .selectFrom('sign_in_step')
        .selectAll()
        .where('tokenHash', '=', hashOf(token))
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', Date.now())
        .executeTakeFirst();
      return row && open<T>(row);
    },

    /** Removes and returns a step: of concurrent requests one gets it. */
    async take<T>(purpose: StepPurpose, token: string): Promise<T | undefined> {
      const now = Date.now();
      const row = await writes.write((trx) =>
        trx
          .deleteFrom('sign_in_step')
          .where('tokenHash', '=', hashOf(token))
          .where('purpose', '=', purpose)
          .where('expiresAt', '>', now)
          .returningAll()
          .executeTakeFirst(),
      );
      return row && open<T>(row);
    },
  };
}

export type SignInSteps = ReturnType<typeof createSignInSteps>;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
