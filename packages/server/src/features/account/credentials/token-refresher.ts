import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@tendril/contract/app-error';
import type { CredentialTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import { credentialStore } from './credentials.store.ts';
import { isRevoked, redeemRefreshToken, type TokenSet } from './oauth2-exchange.ts';
import type { OAuth2Setup } from './oauth2-setup.ts';
import { untested } from './test-secret.ts';

/** A token that expires within this time is renewed before use. */
const marginMs = 60_000;
/** How long one process may take for a refresh before another tries. */
const leaseMs = 30_000;
const lookAgainMs = 100;

interface TokenRefresherParts extends Pick<Infrastructure, 'db' | 'vault' | 'egress'> {
  setupOf(row: CredentialTable): Promise<OAuth2Setup>;
}

const tokensPlace = ({
  workspaceId,
  id,
  name,
}: Pick<CredentialTable, 'workspaceId' | 'id' | 'name'>): SealedPlace => ({
  workspaceId,
  column: 'credential.encryptedTokens',
  key: id,
  label: `The sign-in of “${name}”`,
  remedy: 'Connect it again under Secrets.',
});

/** Columns of a credential whose sign-in is no longer valid. */
export const forgottenTokens = {
  connection: null,
  encryptedTokens: null,
  tokensExpireAt: null,
  refreshingUntil: null,
};

/** Stores the tokens of sign-ins sealed, and renews each once however many callers ask at the same time. */
export function createTokenRefresher({ db, vault, egress, setupOf }: TokenRefresherParts) {
  const store = credentialStore(db);
  const running = new Map<string, Promise<TokenSet>>();

  const open = (row: CredentialTable, sealed: string) =>
    JSON.parse(vault.open(tokensPlace(row), sealed)) as TokenSet;
  const columns = ({ workspaceId }: Scope, id: string, tokens: TokenSet) => ({
    connection: 'connected' as const,
    encryptedTokens: vault.seal(tokensPlace({ workspaceId, id, name: '' }), JSON.stringify(tokens)),
    tokensExpireAt: tokens.expiresAt,
    refreshingUntil: null,
  });

  /** Asks the vendor, unless another process is asking or has asked: then its tokens are used. */
  async function renewOnce(scope: Scope, id: string, seen: string): Promise<TokenSet> {
    const deadline = Date.now() + leaseMs + lookAgainMs;
    for (;;) {
      const row = await store.find(scope, id);
      if (!row?.encryptedTokens || row.connection !== 'connected') throw notConnected(row);
      if (row.encryptedTokens !== seen) return open(row, row.encryptedTokens);
      const now = Date.now();
      if (await store.claimRefresh(scope, id, seen, now, now + leaseMs)) return ask(scope, row, seen);
      if (now > deadline) throw new AppError('PROVIDER_UNAVAILABLE', 'The provider did not respond in time.');
      await pause(lookAgainMs);
    }
  }

  async function ask(scope: Scope, row: CredentialTable, seen: string): Promise<TokenSet> {
    const { refreshToken } = open(row, seen);
    try {
      if (!refreshToken) throw lost(row);
      const tokens = await redeemRefreshToken(await setupOf(row), refreshToken, egress);
      await store.update(scope, row.id, columns(scope, row.id, tokens));
      return tokens;
    } catch (error) {
      const isLost = !refreshToken || isRevoked(error);
      const after = isLost ? { ...forgottenTokens, connection: 'again' as const } : { refreshingUntil: null };
      await store.update(scope, row.id, after);
      throw isLost ? lost(row) : error;
    }
  }

  function renew(scope: Scope, { id, encryptedTokens }: CredentialTable): Promise<TokenSet> {
    const key = `${scope.workspaceId} ${id}`;
    const present = running.get(key);
    if (present) return present;
    const work = renewOnce(scope, id, encryptedTokens ?? '').finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }

  return {
    /** Stores the tokens of a new sign-in; a test of an earlier one says nothing about it. */
    keep: (scope: Scope, id: string, tokens: TokenSet) =>
      store.update(scope, id, { ...columns(scope, id, tokens), ...untested }),

    /** New tokens unconditionally. Throws CREDENTIAL_MISSING when the person has to sign in again. */
    async renew(scope: Scope, row: CredentialTable): Promise<void> {
      if (!row.encryptedTokens) throw notConnected(row);
      await renew(scope, row);
    },

    /** Tokens that stay valid for a while. Throws as `renew`. */
    async readLive(scope: Scope, row: CredentialTable): Promise<TokenSet> {
      if (!row.encryptedTokens) throw notConnected(row);
      const tokens = open(row, row.encryptedTokens);
      const left = (tokens.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now();
      if (left > marginMs) return tokens;
      return renew(scope, row).catch((error: unknown) => {
        const isLost = error instanceof AppError && error.code === 'CREDENTIAL_MISSING';
        // While a vendor is briefly unavailable, tokens that are still valid stay in use.
        if (left > 0 && !isLost) return tokens;
        throw error;
      });
    },
  };
}

function notConnected(row: CredentialTable | undefined): AppError {
  if (row?.connection === 'again') return lost(row);
  const name = row ? `“${row.name}”` : 'The secret chosen here';
  return new AppError('CREDENTIAL_MISSING', `${name} is not connected yet. Connect it in Secrets.`);
}

function lost({ name }: Pick<CredentialTable, 'name'>): AppError {
  return new AppError(
    'CREDENTIAL_MISSING',
    `The provider ended the sign-in for “${name}”. Reconnect it in Secrets.`,
  );
}
