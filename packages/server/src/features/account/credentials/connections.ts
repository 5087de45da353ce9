import { createHash, randomBytes } from 'node:crypto';
import type { OAuth2Message } from '@tendril/contract/api/oauth2-credentials';
import { oauth2Channel } from '@tendril/contract/api/oauth2-credentials';
import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { CredentialTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { createEgressRules } from '../../../platform/egress/egress-rules.ts';
import type { UserCaller } from '../../../platform/http/caller.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import { credentialPlace } from '../../../platform/secrets/secret-places.ts';
import { credentialStore } from './credentials.store.ts';
import { redeemCode, signInAddress } from './oauth2-exchange.ts';
import { type OAuth2Setup, readSetup } from './oauth2-setup.ts';
import { type SecretValues, textValues } from './secret-values.ts';
import { signInAttemptStore } from './sign-in-attempts.store.ts';
import { createTokenRefresher } from './token-refresher.ts';

interface ConnectionParts extends Pick<Infrastructure, 'db' | 'vault' | 'egress' | 'config'> {
  findKind(name: string): Promise<CredentialDefinition | undefined>;
  /** Called after a change that affects runs. */
  onChange(scope: Scope): void;
}

/** The address to which the vendor redirects, and the cookie of the person's browser. */
interface SignInPlace {
  redirectUri: string;
  browser: string;
}

const randomText = () => randomBytes(32).toString('base64url');
const verifierPlace = ({ workspaceId }: Scope, stateHash: string): SealedPlace => ({
  workspaceId,
  column: 'sign_in_attempt.encryptedVerifier',
  key: stateHash,
  label: 'This sign-in',
  remedy: 'Begin again.',
});
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Starts, completes and renews sign-ins at vendors. No response holds a token. */
export function createConnections({ db, vault, egress, config, findKind, onChange }: ConnectionParts) {
  const store = credentialStore(db);
  const attempts = signInAttemptStore(db);
  const rules = createEgressRules(config);
  const refresher = createTokenRefresher({ db, vault, egress, setupOf });
  const mayBePlain = (url: URL) =>
    rules.isException(url.hostname.replace(/[[\]]/g, ''), url.port, url.protocol);

  async function kindOf(row: CredentialTable) {
    const kind = await findKind(row.credentialName);
    if (!kind?.oauth2) throw new AppError('INVALID_INPUT', 'This type of secret does not need a sign-in.');
    return { ...kind, oauth2: kind.oauth2 };
  }

  function fieldsOf(row: CredentialTable, kind: CredentialDefinition): Record<string, string> {
    return textValues(JSON.parse(vault.open(credentialPlace(row), row.encryptedData)) as SecretValues, kind);
  }

  async function setupOf(row: CredentialTable): Promise<OAuth2Setup> {
    const kind = await kindOf(row);
    return readSetup(kind.oauth2, fieldsOf(row, kind), mayBePlain);
  }

  async function find(scope: Scope, id: string): Promise<CredentialTable> {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Secret not found.');
    return row;
  }

  return {
    /** Returns the vendor's address to open. Throws INVALID_INPUT for unusable fields. */
    async begin(caller: UserCaller, id: string, { redirectUri, browser }: SignInPlace): Promise<string> {
      const setup = await setupOf(await find(caller, id));
      const [state, verifier] = [randomText(), randomText()];
      await attempts.insert({
        stateHash: hashOf(state),
        workspaceId: caller.workspaceId,
        credentialId: id,
        familyId: caller.familyId,
        browserHash: hashOf(browser),
        redirectUri,
        encryptedVerifier: vault.seal(verifierPlace(caller, hashOf(state)), verifier),
        createdAt: Date.now(),
      });
      return signInAddress(setup, { state, redirectUri, verifier });
    },

    /** Completes a sign-in with the vendor's parameters; failures are returned, not thrown. */
    async finish(parameters: URLSearchParams, browser: string | undefined): Promise<OAuth2Message> {
      const state = parameters.get('state') ?? '';
      const attempt = browser && (await attempts.take(hashOf(state), hashOf(browser), Date.now()));
      if (!attempt) return outcome(null, unknownAttempt);
      const scope = { workspaceId: attempt.workspaceId };
      const { credentialId, redirectUri, encryptedVerifier } = attempt;
      try {
        const row = await find(scope, credentialId);
        const { issuer } = (await kindOf(row)).oauth2;
        const verifier = vault.open(verifierPlace(scope, hashOf(state)), encryptedVerifier);
        const redemption = { parameters, state, redirectUri, verifier, issuer };
        await refresher.keep(scope, row.id, await redeemCode(await setupOf(row), redemption, egress));
        onChange(scope);
        return { ...outcome(credentialId, `“${row.name}” is connected.`), isConnected: true };
      } catch (error) {
        if (error instanceof AppError) return outcome(credentialId, error.message);
        throw error;
      }
    },

    /** Requests new tokens now. Throws CREDENTIAL_MISSING when the person has to sign in again. */
    async refresh(scope: Scope, id: string): Promise<void> {
      const row = await find(scope, id);
      await kindOf(row);
      await refresher.renew(scope, row);
    },

    /** What a node gets of an OAuth credential: a valid token, and the fields that are not secret. */
    async readToken(scope: Scope, row: CredentialTable): Promise<Record<string, string>> {
      const kind = await kindOf(row);
      const open = Object.entries(fieldsOf(row, kind)).filter(
        ([name]) => kind.inputs[name] && kind.inputs[name].type !== 'password',
      );
      const { accessToken, tokenType } = await refresher.readLive(scope, row);
      return { ...Object.fromEntries(open), accessToken, tokenType };
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;

const unknownAttempt =
  'This sign-in is not known any more: it was used before, took too long, or was begun in another browser or session. Begin again.';

function outcome(credentialId: string | null, message: string): OAuth2Message {
  return { type: oauth2Channel, credentialId, isConnected: false, message };
}
