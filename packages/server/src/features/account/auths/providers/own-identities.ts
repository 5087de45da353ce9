import { AppError } from '@tendril/contract/app-error';
import type { AuditLog } from '../../../../platform/db/audit-log.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import { callerName, type UserCaller } from '../../../../platform/http/caller.ts';
import type { PasskeyStore } from '../passkeys/passkeys.store.ts';
import type { UserStore } from '../users.store.ts';
import type { IdentityStore } from './identities.store.ts';
import type { ProviderStore } from './providers.store.ts';

interface OwnIdentityParts {
  identities: IdentityStore;
  providers: Pick<ProviderStore, 'listNames'>;
  passkeys: Pick<PasskeyStore, 'listOf'>;
  users: UserStore;
  writes: WriteGroup;
  audit: AuditLog;
}

/** The accounts at providers that open the account of a signed-in person. */
export function createOwnIdentities(parts: OwnIdentityParts) {
  const { identities, providers, passkeys, users, writes, audit } = parts;
  const sameIssuer = (issuer: string) => URL.parse(issuer)?.href ?? issuer;

  return {
    async list(userId: string) {
      const names = new Map(
        (await providers.listNames()).map(({ issuer, name }) => [sameIssuer(issuer), name]),
      );
      return (await identities.listOf(userId)).map(({ issuer, ...row }) => ({
        ...row,
        providerName: names.get(sameIssuer(issuer)) ?? new URL(issuer).host,
      }));
    },

    /** Throws NOT_FOUND, and CONFLICT where nothing else opens the account. */
    async unlink(caller: UserCaller, id: string): Promise<void> {
      const { userId, workspaceId } = caller;
      const person = await users.findById(userId);
      const others = (await identities.listOf(userId)).filter((row) => row.id !== id);
      if (!person?.hasPassword && others.length === 0 && (await passkeys.listOf(userId)).length === 0)
        throw new AppError('CONFLICT', 'Nothing else opens your account. Add a passkey first.');
      if (!(await writes.write((trx) => identities.remove(trx, userId, id))))
        throw new AppError('NOT_FOUND', 'Connected account not found.');
      await audit.record({
        workspaceId,
        actor: callerName(caller),
        action: 'provider-unlinked',
        target: userId,
      });
    },
  };
}

export type OwnIdentities = ReturnType<typeof createOwnIdentities>;
