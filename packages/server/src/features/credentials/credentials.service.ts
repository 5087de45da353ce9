import { randomUUID } from 'node:crypto';
import type { Credential, createCredential, updateCredential } from '@tendril/contract/api/credentials';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { CredentialTable } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import type { Ground } from '../../ground.ts';
import { credentialStore } from './credentials.store.ts';
import { hintOf, maskValues, mergeValues, type SecretValues } from './secret-values.ts';

export interface CredentialParts extends Pick<Ground, 'db' | 'vault'> {
  findKind(name: string): Promise<CredentialDefinition | undefined>;
  /** Called after a change that runs could notice. */
  onChange(scope: Scope): void;
}

/** Stored secrets: sealed when written, opened only for a run. */
export function createCredentialService({ db, vault, findKind, onChange }: CredentialParts) {
  const store = credentialStore(db);

  async function find(scope: Scope, id: string): Promise<CredentialTable> {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'There is no such secret.');
    return row;
  }
  const openValues = (row: CredentialTable) =>
    JSON.parse(vault.open(row.workspaceId, row.encryptedData)) as SecretValues;
  const seal = (scope: Scope, values: SecretValues) => vault.seal(scope.workspaceId, JSON.stringify(values));

  return {
    async list(scope: Scope, kinds?: string | string[]): Promise<Credential[]> {
      const rows = await store.list(scope, typeof kinds === 'string' ? [kinds] : kinds);
      return rows.map(toCredential);
    },

    async read(scope: Scope, id: string) {
      const row = await find(scope, id);
      const kind = await findKind(row.credentialName);
      return { ...toCredential(row), plainDataObj: maskValues(openValues(row), kind) };
    },

    async create(
      scope: Scope,
      { name, credentialName, plainDataObj }: Body<typeof createCredential>,
    ): Promise<Credential> {
      const kind = await findKind(credentialName);
      if (!kind) throw unknownKind(credentialName);
      const [id, now] = [randomUUID(), Date.now()];
      const values = mergeValues({}, plainDataObj);
      const sealed = { encryptedData: seal(scope, values), hint: hintOf(values, kind) };
      const row = {
        id,
        workspaceId: scope.workspaceId,
        name,
        credentialName,
        ...sealed,
        createdAt: now,
        updatedAt: now,
      };
      await store.insert(row);
      return toCredential(row);
    },

    async update(
      scope: Scope,
      id: string,
      { name, plainDataObj }: Body<typeof updateCredential>,
    ): Promise<Credential> {
      const row = await find(scope, id);
      const kind = await findKind(row.credentialName);
      const values = plainDataObj ? mergeValues(openValues(row), plainDataObj) : undefined;
      const sealed = values ? { encryptedData: seal(scope, values), hint: hintOf(values, kind) } : {};
      const changes = { ...(name !== undefined && { name }), ...sealed, updatedAt: Date.now() };
      await store.update(scope, id, changes);
      onChange(scope);
      return toCredential({ ...row, ...changes });
    },

    async remove(scope: Scope, id: string): Promise<void> {
      if (!(await store.remove(scope, id))) throw new AppError('NOT_FOUND', 'There is no such secret.');
      onChange(scope);
    },

    /** The values themselves, as text, for a node that runs. Throws CREDENTIAL_MISSING. */
    async open(scope: Scope, id: string): Promise<Record<string, string>> {
      const row = await store.find(scope, id);
      if (!row)
        throw new AppError(
          'CREDENTIAL_MISSING',
          'The secret chosen here is not there any more. Choose another.',
        );
      return Object.fromEntries(
        Object.entries(openValues(row)).map(([name, value]) => [name, String(value)]),
      );
    },
  };
}

export type CredentialService = ReturnType<typeof createCredentialService>;

function toCredential(row: Omit<CredentialTable, 'workspaceId' | 'encryptedData'>): Credential {
  return {
    id: row.id,
    name: row.name,
    credentialName: row.credentialName,
    hint: row.hint ?? '',
    createdDate: new Date(row.createdAt).toISOString(),
    updatedDate: new Date(row.updatedAt).toISOString(),
  };
}

function unknownKind(name: string): AppError {
  const message = `"${name}" is not a kind of secret`;
  return new AppError('INVALID_INPUT', `credentialName: ${message}`, {
    details: [{ path: 'credentialName', message }],
  });
}
