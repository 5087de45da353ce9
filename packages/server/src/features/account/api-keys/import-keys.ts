import { randomUUID } from 'node:crypto';
import type { KeyImportMode } from '@tendril/contract/api/api-keys';
import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { hashApiKey } from '../../../platform/http/api-keys.ts';
import type { UserCaller } from '../../../platform/http/caller.ts';
import { apiKeyStore, type ListedKey } from './api-keys.store.ts';
import { requireMakerCovered } from './key-rules.ts';
import type { FileKey } from './read-key-file.ts';

interface Imported {
  /** Ids of stored keys whose value has changed. */
  changed: string[];
  /** How many keys of the file were imported. */
  count: number;
}

/** Stores the keys of a file, all or none. A stored key of the same name keeps its id, and so its flows. */
export async function importKeys(
  trx: DatabaseTransaction,
  { workspaceId, userId }: Pick<UserCaller, 'workspaceId' | 'userId'>,
  file: readonly FileKey[],
  mode: KeyImportMode,
): Promise<Imported> {
  const scope = { workspaceId };
  const store = apiKeyStore(trx);
  const stored = await store.list(scope);
  const byName = new Map<string, ListedKey>(stored.map((key) => [key.keyName, key]));
  const changed: string[] = mode === 'replaceAll' ? stored.map(({ id }) => id) : [];
  const keys = file
    .map((key, index) => ({
      ...key,
      index,
      keyHash: hashApiKey(key.apiKey),
      present: byName.get(key.keyName),
    }))
    .filter(({ present }) => !present || mode !== 'ignoreIfExist');
  const clash = mode === 'errorIfExist' ? keys.find(({ present }) => present) : undefined;
  if (clash) throw conflict(`jsonFile.${clash.index}.keyName`, `a key "${clash.keyName}" exists already`);

  const replaced = mode === 'replaceAll' ? stored : keys.flatMap(({ present }) => present ?? []);
  for (const key of replaced) await requireMakerCovered(trx, { workspaceId, userId }, key);
  if (mode === 'replaceAll') await store.removeAll(scope);
  if (keys.length === 0) return { changed, count: 0 };
  const taken = await store.taken(
    keys.flatMap(({ id }) => id ?? []),
    keys.map(({ keyHash }) => keyHash),
  );
  for (const { id, index, keyName, apiKey, keyHash, present } of keys) {
    const double = taken.hashes.find((row) => row.keyHash === keyHash && row.id !== present?.id);
    if (double) throw conflict(`jsonFile.${index}.apiKey`, `the key of "${keyName}" is stored already`);
    const fields = {
      keyName,
      keyHash,
      hint: `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`,
      scope: 'full' as const,
    };
    const rest = { flowIds: null, permissions: null, expiresAt: null, createdBy: userId, endedAt: null };
    if (present && mode !== 'replaceAll') {
      await store.update(scope, present.id, { ...fields, ...rest });
      changed.push(present.id);
      continue;
    }
    const own = [present?.id, id].find((wanted) => wanted && !taken.ids.has(wanted)) ?? randomUUID();
    const now = Date.now();
    const times = { createdAt: now, updatedAt: now, lastUsedAt: null };
    await store.insert({ id: own, workspaceId, ...fields, ...rest, ...times });
    taken.ids.add(own);
  }
  return { changed, count: keys.length };
}

function conflict(path: string, message: string): AppError {
  return new AppError('CONFLICT', `${path}: ${message}`, { details: [{ path, message }] });
}
