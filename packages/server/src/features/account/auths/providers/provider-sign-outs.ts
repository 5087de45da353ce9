import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { AuditLog } from '../../../../platform/db/audit-log.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import type { SessionFamilies } from '../../../../platform/http/session-families.ts';
import type { IdentityStore } from './identities.store.ts';
import { type LogoutTokens, type ProviderSignOut, signOutKeptMs } from './logout-tokens.ts';
import type { ProviderStore } from './providers.store.ts';

interface SignOutParts {
  providers: Pick<ProviderStore, 'find'>;
  tokens: LogoutTokens;
  identities: Pick<IdentityStore, 'findPerson'>;
  families: Pick<SessionFamilies, 'endOfProvider'>;
  audit: AuditLog;
  writes: WriteGroup;
  log: Logger;
}

/** Ends the sessions of people who have signed out at the provider that opened them. */
export function createProviderSignOuts(parts: SignOutParts) {
  const { providers, tokens, identities, families, audit, writes, log } = parts;

  /** False for a token that was taken before: by whichever process. */
  async function take({ id }: ProviderSignOut): Promise<boolean> {
    const now = Date.now();
    return writes.write(async (trx) => {
      await trx.deleteFrom('provider_sign_out').where('expiresAt', '<', now).execute();
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('provider_sign_out')
        .values({ id, expiresAt: now + signOutKeptMs })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  return {
    /** Throws INVALID_INPUT for what the provider has not said, or has said before. */
    async end(providerId: string, token: string): Promise<void> {
      const provider = await providers.find(providerId);
      if (!provider) throw refused();
      const signOut = await tokens.read(provider, token).catch((cause: unknown) => {
        log.warn({ err: cause, providerId }, 'a sign-out of a provider was refused');
        throw refused(cause);
      });
      if (!(await take(signOut))) throw refused();
      const { issuer, subject, sid } = signOut;
      const userId = subject === undefined ? undefined : await identities.findPerson({ issuer, subject });
      // Nobody here is the person.
      if (subject !== undefined && userId === undefined) return;
      for (const ended of await families.endOfProvider(providerId, { userId, sid }))
        await audit.record({
          workspaceId: ended.workspaceId,
          actor: `user:${ended.userId}`,
          action: 'provider-signed-out',
          target: ended.id,
        });
    },
  };
}

export type ProviderSignOuts = ReturnType<typeof createProviderSignOuts>;

// In the words of the protocol: guessing tokens reveals nothing.
function refused(cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', 'The logout token is not valid.', { cause });
}
