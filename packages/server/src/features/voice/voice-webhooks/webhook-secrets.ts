import { randomBytes } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';

interface SecretHint {
  /** Empty when there is no secret yet. */
  hint: string;
  createdAt: number | null;
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;

const secretBytes = 32;
const shownCharacters = 4;

function mint(): { secret: string; hint: string } {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64url')}`;
  return { secret, hint: `whsec_…${secret.slice(-shownCharacters)}` };
}

const placeOf = (workspaceId: string, ownerId: string): SealedPlace => ({
  workspaceId,
  column: 'webhook_secret.sealedSecret',
  key: ownerId,
  label: 'The secret that signs webhooks',
  remedy: 'Make a new one in the webhook settings, and give it to the receiver.',
});

/** The secrets that sign what is sent for an agent or a phone number: sealed, created on first use. */
export function createWebhookSecrets(db: Database, vault: Vault) {
  const find = (scope: Scope, ownerId: string) =>
    db
      .selectFrom('webhook_secret')
      .selectAll()
      .where('workspaceId', '=', scope.workspaceId)
      .where('ownerId', '=', ownerId)
      .executeTakeFirst();

  const newRow = ({ workspaceId }: Scope, ownerId: string, { secret, hint }: ReturnType<typeof mint>) => ({
    ownerId,
    workspaceId,
    sealedSecret: vault.seal(placeOf(workspaceId, ownerId), secret),
    hint,
    createdAt: Date.now(),
  });

  async function put(row: ReturnType<typeof newRow>): Promise<void> {
    const { sealedSecret, hint, createdAt } = row;
    await db
      .insertInto('webhook_secret')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['workspaceId', 'ownerId']).doUpdateSet({ sealedSecret, hint, createdAt }),
      )
      .execute();
  }

  return {
    /** The secret itself, for signing. Throws `NOT_FOUND` when its owner is deleted meanwhile, and the secret with it. */
    async open(scope: Scope, ownerId: string): Promise<string> {
      const row = await find(scope, ownerId);
      if (row) return vault.open(placeOf(scope.workspaceId, ownerId), row.sealedSecret);
      await db
        .insertInto('webhook_secret')
        .values(newRow(scope, ownerId, mint()))
        .onConflict((conflict) => conflict.columns(['workspaceId', 'ownerId']).doNothing())
        .execute();
      // The first insert wins: two processes may have needed it at once.
      const made = await find(scope, ownerId);
      if (!made) throw new AppError('NOT_FOUND', 'What this webhook belongs to was deleted in the meantime.');
      return vault.open(placeOf(scope.workspaceId, ownerId), made.sealedSecret);
    },

    async hint(scope: Scope, ownerId: string): Promise<SecretHint> {
      const row = await find(scope, ownerId);
      return { hint: row?.hint ?? '', createdAt: row?.createdAt ?? null };
    },

    /** Replaces the secret by one that its owner has chosen, if it is another. */
    async keep(scope: Scope, ownerId: string, secret: string): Promise<void> {
      const known = await find(scope, ownerId);
      if (known && vault.open(placeOf(scope.workspaceId, ownerId), known.sealedSecret) === secret) return;
      await put(newRow(scope, ownerId, { secret, hint: `…${secret.slice(-shownCharacters)}` }));
    },

    /** Replaces the secret by a new one; the only time that it is shown. */
    async renew(scope: Scope, ownerId: string): Promise<{ secret: string; hint: string }> {
      const made = mint();
      await put(newRow(scope, ownerId, made));
      return made;
    },

    async remove(trx: DatabaseTransaction, scope: Scope, ownerId: string): Promise<void> {
      await trx
        .deleteFrom('webhook_secret')
        .where('workspaceId', '=', scope.workspaceId)
        .where('ownerId', '=', ownerId)
        .execute();
    },
  };
}
