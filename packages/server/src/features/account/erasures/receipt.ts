import { createHash, createHmac } from 'node:crypto';
import type { ErasureTable } from '../../../platform/db/retention-tables.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { digits } from './compare-values.ts';
import type { Subject } from './find-person.ts';

/** Where the name of the person is, until everything is erased. */
export function subjectPlace({ id, workspaceId }: Pick<ErasureTable, 'id' | 'workspaceId'>): SealedPlace {
  const label = 'Whose data is to be erased';
  return { workspaceId, column: 'erasure.sealedSubject', key: id, label, remedy: 'Ask for it again.' };
}

/** The same for the same person, however it was typed; nobody without the installation's key finds the person by it. */
export function subjectHash(vault: Pick<Vault, 'deriveKey'>, { by, value }: Subject): string {
  const written = by === 'phone' ? digits(value) : by === 'email' ? value.toLowerCase() : value;
  return createHmac('sha256', vault.deriveKey('erasures')).update(`${by}\n${written}`).digest('hex');
}

/** The hash by which a receipt is compared with the audit log. */
export function receiptHash(row: Omit<ErasureTable, 'hash' | 'sealedSubject'>): string {
  const { id, workspaceId, by, requestedBy, createdAt, endedAt, counts } = row;
  const fields = [id, workspaceId, by, row.subjectHash, requestedBy, Number(createdAt), endedAt, counts];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
