import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { CredentialTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { credentialStore } from './credentials.store.ts';
import { hintOf, type SecretValues } from './secret-values.ts';

/** Finds stored secrets, opens and seals their values. */
export function createCredentialSafe({ db, vault }: Pick<Infrastructure, 'db' | 'vault'>) {
  const store = credentialStore(db);
  return {
    store,

    async find(scope: Scope, id: string): Promise<CredentialTable> {
      const row = await store.find(scope, id);
      if (!row) throw new AppError('NOT_FOUND', 'There is no such secret.');
      return row;
    },

    open: (row: CredentialTable) =>
      JSON.parse(vault.open(row.workspaceId, row.encryptedData)) as SecretValues,

    seal: (scope: Scope, values: SecretValues, kind: CredentialDefinition | undefined) => ({
      encryptedData: vault.seal(scope.workspaceId, JSON.stringify(values)),
      hint: hintOf(values, kind),
    }),
  };
}

export type CredentialSafe = ReturnType<typeof createCredentialSafe>;
