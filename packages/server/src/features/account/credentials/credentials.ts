import type { Credential, CredentialUse } from '@tendril/contract/api/credentials';
import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { CredentialTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { Connections } from './connections.ts';
import { toCredential } from './credential-answer.ts';
import { createCredentialSafe } from './credential-safe.ts';
import type { CredentialUses } from './credential-uses.ts';
import { createCredentialWriter } from './credential-writer.ts';
import { boundOrigins, readHosts, secretTexts, withAsked } from './secret-hosts.ts';
import { maskValues, textValues } from './secret-values.ts';
import { testColumns, testSecret, untestable } from './test-secret.ts';

export interface CredentialParts extends Pick<Infrastructure, 'db' | 'vault' | 'egress'> {
  findKind(name: string): Promise<CredentialDefinition | undefined>;
  findUses(scope: Scope): Promise<CredentialUses>;
  connections: Pick<Connections, 'readToken' | 'refresh'>;
  /** Called after a change that affects runs. */
  onChange(scope: Scope): void;
}

/** Stored credentials: sealed when written, opened only for a run or a test. */
export function createCredentialService(parts: CredentialParts) {
  const { egress, findKind, findUses, connections } = parts;
  const safe = createCredentialSafe(parts);
  const { store } = safe;
  const usesOf = async (scope: Scope, id: string): Promise<CredentialUse[]> =>
    (await findUses(scope)).get(id) ?? [];
  // Recorded where people see it; the request is refused whether recording works or not.
  const noteAsked = async (scope: Scope, id: string, origin: string): Promise<void> => {
    // In one transaction: a refusal must not bring back a server that is taken away from the secret meanwhile.
    await store.change(scope, id, (row) => {
      const noted = readHosts(row);
      const isNew = !noted.asked.includes(origin) && !noted.allowed.includes(origin);
      return isNew ? { hosts: JSON.stringify(withAsked(noted, origin)) } : undefined;
    });
  };
  const answer = async (row: CredentialTable) =>
    toCredential(row, await findKind(row.credentialName), await usesOf(row, row.id));

  return {
    ...createCredentialWriter(safe, parts),

    async list(scope: Scope, kinds?: string | string[]): Promise<Credential[]> {
      const rows = await store.list(scope, typeof kinds === 'string' ? [kinds] : kinds);
      const uses = await findUses(scope);
      const toAnswer = async (row: (typeof rows)[number]) =>
        toCredential(row, await findKind(row.credentialName), uses.get(row.id) ?? []);
      return Promise.all(rows.map(toAnswer));
    },

    async read(scope: Scope, id: string) {
      const row = await safe.find(scope, id);
      const plainDataObj = maskValues(safe.openForEdit(row), await findKind(row.credentialName));
      return { ...(await answer(row)), plainDataObj };
    },

    async uses(scope: Scope, id: string): Promise<CredentialUse[]> {
      await safe.find(scope, id);
      return usesOf(scope, id);
    },

    /** Tests a stored credential and records the result; for a kind with a sign-in, new tokens are requested. */
    async test(scope: Scope, id: string): Promise<Credential> {
      const row = await safe.find(scope, id);
      const kind = await findKind(row.credentialName);
      const probe = kind?.oauth2 ? () => connections.refresh(scope, id).then(() => '') : kind?.test;
      if (!kind || !probe) throw untestable(kind);
      const outcome = await testSecret(probe, textValues(safe.open(row), kind), egress);
      await store.update(scope, id, testColumns(outcome));
      return answer(await safe.find(scope, id));
    },

    /** The values themselves, as text, for a node that runs. Throws CREDENTIAL_MISSING. */
    async open(scope: Scope, id: string): Promise<Record<string, string>> {
      const row = await store.find(scope, id);
      if (!row)
        throw new AppError('CREDENTIAL_MISSING', 'The selected secret no longer exists. Choose another.');
      const kind = await findKind(row.credentialName);
      const fields = safe.open(row);
      const given = kind?.oauth2
        ? await connections.readToken(scope, row)
        : Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      const tokens = given['accessToken'] === undefined ? [] : [given['accessToken']];
      egress.bindSecret(scope.workspaceId, {
        id,
        values: [...secretTexts(fields, kind), ...tokens],
        origins: boundOrigins(fields, kind, readHosts(row).allowed),
        // A database that is away at that moment must not end the process: the next refusal is recorded.
        onRefusal: (origin) => void noteAsked(scope, id, origin).catch(() => undefined),
      });
      return given;
    },
  };
}

export type CredentialService = ReturnType<typeof createCredentialService>;
