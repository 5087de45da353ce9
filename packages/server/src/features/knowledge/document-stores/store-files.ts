import { AppError } from '@tendril/contract/app-error';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { FastifyRequest } from 'fastify';
import type { Config as Settings } from '../../../platform/config.ts';
import type { Database, DatabaseTransaction, FileTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { freeFileName } from '../../../platform/files/file-name.ts';
import type { FileQuota } from '../../../platform/files/file-quota.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import { type IncomingFile, type TakenFile, takeFile } from '../../../platform/files/take-file.ts';
import { type ReceivedForm, receiveForm } from '../../../platform/http/multipart.ts';
import { megabyte, ownerKind, takenFiles } from './taken-files.ts';

const prefix = 'FILE-STORAGE::';

interface StoreFileParts {
  db: Database;
  files: FileStore;
  quota: FileQuota;
  config: Pick<Settings, 'uploadFileMb' | 'uploadRequestMb'>;
}

type Config = Readonly<Record<string, unknown>>;

interface SettledFiles {
  config: Record<string, unknown>;
  /** The files that the settings name. */
  files: { name: string; size: number; mimePrefix: string }[];
}

/** The value of a file parameter that names stored files. */
export function fileValue(names: readonly string[]): string {
  return `${prefix}${JSON.stringify(names)}`;
}

/** The names of stored files in a loader's settings. */
export function storedNames(config: Config): string[] {
  return Object.values(config).flatMap((value) => {
    if (typeof value !== 'string' || !value.startsWith(prefix)) return [];
    const rest = value.slice(prefix.length);
    if (!rest.startsWith('[')) return [rest];
    return namesIn(rest);
  });
}

/** None of a list that is broken, which is refused where it is read. */
function namesIn(list: string): string[] {
  try {
    const names: unknown = JSON.parse(list);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** The files of a knowledge base, which its loaders read. */
export function createStoreFiles({ db, files, quota, config }: StoreFileParts) {
  const owned = ownedFileStore(db, ownerKind);

  const keep = async (scope: Scope, storeId: string, file: IncomingFile, names: Set<string>) => {
    const taken = await takeFile(files, scope.workspaceId, file, config.uploadFileMb * megabyte);
    const named = { ...taken, name: freeFileName(taken.name, (wanted) => names.has(wanted)) };
    names.add(named.name);
    await owned.insert(scope, [{ ...named, ownerId: storeId }]);
    return named;
  };
  const namesOf = async (scope: Scope, storeId: string) =>
    new Set((await owned.list(scope, storeId)).map(({ name }) => name));
  const taken = takenFiles({ files, quota, config });

  async function find(scope: Scope, storeId: string, name: string) {
    const file = await owned.findByName(scope, storeId, name);
    if (!file) throw new AppError('NOT_FOUND', `The knowledge base has no file "${name.slice(0, 200)}".`);
    return file;
  }

  return {
    /** Stores the files of a form. Throws TOO_LARGE, UNSUPPORTED_MEDIA_TYPE. */
    async receive(scope: Scope, storeId: string, request: FastifyRequest): Promise<ReceivedForm<TakenFile>> {
      const most = Math.min(config.uploadRequestMb * megabyte, await quota(scope));
      const names = await namesOf(scope, storeId);
      return receiveForm(request, most, (file) => keep(scope, storeId, file, names));
    },

    ...taken,

    /** The names of all its files. */
    namesOf,

    /** The same settings with every embedded file stored. Throws NOT_FOUND for an unknown name. */
    async settle(
      scope: Scope,
      storeId: string,
      template: NodeTemplate,
      given: Config,
    ): Promise<SettledFiles> {
      const settled: Record<string, unknown> = { ...given };
      const used: string[] = [];
      for (const { name, type } of template.inputs) {
        const value = settled[name];
        if (type !== 'file' || typeof value !== 'string' || value === '') continue;
        const names = await storeValue(scope, storeId, value);
        settled[name] = fileValue(names);
        used.push(...names);
      }
      return { config: settled, files: describe(await owned.list(scope, storeId), used) };
    },

    /** Which content is stored under a name. Throws NOT_FOUND. */
    find,

    read: async (scope: Scope, storeId: string, name: string): Promise<Uint8Array> =>
      files.read(scope.workspaceId, (await find(scope, storeId, name)).sha256),
    open: async (scope: Scope, storeId: string, name: string) =>
      files.stream(scope.workspaceId, (await find(scope, storeId, name)).sha256),

    /** Deletes all files, or those named; returns the contents that nobody uses any more. */
    async forget(trx: DatabaseTransaction, scope: Scope, storeId: string, names?: readonly string[]) {
      const store = ownedFileStore(trx, ownerKind);
      return names ? store.removeNamed(scope, storeId, names) : store.removeAll(scope, storeId);
    },

    /** Removes files that came with a request which failed. */
    discard: async (scope: Scope, storeId: string, names: readonly string[]) =>
      taken.erase(scope, await owned.removeNamed(scope, storeId, names)),
  };

  async function storeValue(scope: Scope, storeId: string, value: string): Promise<string[]> {
    const { readFlowFiles, storedNames } = await import('@tendril/catalogue/retrieval/read-flow-files');
    const stored = storedNames(value);
    if (stored) {
      for (const name of stored) await find(scope, storeId, name);
      return stored;
    }
    const noStorage = { readFile: () => Promise.reject(new Error('unreachable')) };
    const names = await namesOf(scope, storeId);
    const kept: string[] = [];
    for (const { name, bytes } of await readFlowFiles(value, noStorage)) {
      if (bytes.length > (await quota(scope)))
        throw new AppError('TOO_LARGE', `"${name}" is larger than allowed.`);
      kept.push((await keep(scope, storeId, { name, content: once(bytes) }, names)).name);
    }
    return kept;
  }
}

function describe(rows: readonly FileTable[], used: readonly string[]): SettledFiles['files'] {
  return rows
    .filter(({ name }) => used.includes(name))
    .map(({ name, size, mediaType }) => ({ name, size, mimePrefix: mediaType }));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export type StoreFiles = ReturnType<typeof createStoreFiles>;
