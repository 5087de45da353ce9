import { AppError } from '@tendril/contract/app-error';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { CredentialTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { credentialPlace } from '../../../platform/secrets/secret-places.ts';
import { credentialStore } from './credentials.store.ts';
import { hintOf, type SecretValues } from './secret-values.ts';

type SecretHead = Pick<CredentialTable, 'workspaceId' | 'id' | 'name'>;

/** Finds stored secrets, opens and seals their values. */
export function createCredentialSafe({ db, vault }: Pick<Infrastructure, 'db' | 'vault'>) {
  const store = credentialStore(db);
  return {
    store,

    async find(scope: Scope, id: string): Promise<CredentialTable> {
      const row = await store.find(scope, id);
      if (!row) throw missing();
      return row;
    },

    open: (row: CredentialTable) =>
      JSON.parse(vault.open(credentialPlace(row), row.encryptedData)) as SecretValues,

    /** Nothing where the values cannot be decrypted: the form has to open, so that they can be entered again. */
    openForEdit(row: CredentialTable): SecretValues {
      const text = vault.tryOpen(credentialPlace(row), row.encryptedData);
      return text === undefined ? {} : (JSON.parse(text) as SecretValues);
    },

    renew: (row: CredentialTable) => ({
      encryptedData: vault.renew(credentialPlace(row), row.encryptedData),
    }),

    seal: (row: SecretHead, values: SecretValues, kind: CredentialDefinition | undefined) => ({
      encryptedData: vault.seal(credentialPlace(row), JSON.stringify(values)),
      hint: hintOf(values, kind),
    }),
  };
}

export type CredentialSafe = ReturnType<typeof createCredentialSafe>;

/** The error for a secret that this workspace does not have. */
export const missing = () => new AppError('NOT_FOUND', 'Secret not found.');
