import type { Credential, CredentialUse } from '@tendril/contract/api/credentials';
import type { CredentialDefinition } from '@tendril/contract/node/define-credential';
import type { ListedCredential } from './credentials.store.ts';
import { readHosts } from './secret-hosts.ts';

/** What a program learns of a stored credential: that it is there. */
export function namesOnly(found: Credential): Credential {
  return { ...found, hint: '', lastTest: null, hosts: [], askedHosts: [], usedBy: [] };
}

/** A stored credential as the API returns it, without anything sealed. */
export function toCredential(
  row: ListedCredential,
  kind: CredentialDefinition | undefined,
  usedBy: CredentialUse[],
): Credential {
  return {
    id: row.id,
    name: row.name,
    credentialName: row.credentialName,
    hint: row.hint ?? '',
    lastTest:
      row.lastTestAt === null
        ? null
        : {
            testedDate: new Date(row.lastTestAt).toISOString(),
            isOk: row.lastTestOk === 1,
            message: row.lastTestMessage ?? '',
          },
    connection: kind?.oauth2 ? (row.connection ?? 'none') : null,
    hosts: readHosts(row).allowed,
    askedHosts: readHosts(row).asked,
    usedBy,
    createdDate: new Date(row.createdAt).toISOString(),
    updatedDate: new Date(row.updatedAt).toISOString(),
  };
}
