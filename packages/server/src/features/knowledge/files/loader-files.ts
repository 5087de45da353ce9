import { randomUUID } from 'node:crypto';
import { storedNames } from '@tendril/catalogue/retrieval/read-flow-files';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { LoaderRow, ProcessParts } from '../document-stores/public.ts';
import { type DocumentFileRow, documentFileWrites, waitingFileStore } from './document-files.store.ts';

/** The field of a loader that names stored files, and the names. */
export interface LoaderFiles {
  field: string;
  names: readonly string[];
}

/** The name of the field in which a loader names stored files. Throws INVALID_INPUT where it has none. */
export async function fileFieldOf(
  { nodes }: Pick<ProcessParts, 'nodes'>,
  { loaderId }: Pick<LoaderRow, 'loaderId'>,
): Promise<string> {
  const { template } = await nodes.require('loaders', loaderId, 'loaderId');
  const field = template.inputs.find(({ type }) => type === 'file');
  if (!field) throw new AppError('INVALID_INPUT', `${template.label} takes no files.`);
  return field.name;
}

/** The files that a loader's settings name; undefined where it reads none. */
export async function filesOfLoader(
  { nodes }: Pick<ProcessParts, 'nodes'>,
  { loaderId, loaderConfig }: Pick<LoaderRow, 'loaderId' | 'loaderConfig'>,
): Promise<LoaderFiles | undefined> {
  const { template } = await nodes.require('loaders', loaderId, 'loaderId');
  const config = JSON.parse(loaderConfig) as Record<string, unknown>;
  for (const { name, type } of template.inputs) {
    const value = config[name];
    if (type !== 'file' || typeof value !== 'string') continue;
    const names = storedNames(value);
    if (names) return { field: name, names: [...new Set(names)] };
  }
  return undefined;
}

/** Gives each file that a loader names its row, where it has none; returns those of files that it names no more. */
export async function settleFileRows(
  db: Database,
  loader: LoaderRow,
  { names }: LoaderFiles,
): Promise<{ id: string; name: string }[]> {
  const store = waitingFileStore(db);
  const known = (await store.names(loader, loader.id)).map(({ id, key, storedName }) => ({
    ...{ id, name: storedName ?? key },
  }));
  const present = new Set(known.map(({ name }) => name));
  const sizes = new Map(
    (JSON.parse(loader.files) as { name: string; size: number }[]).map(({ name, size }) => [name, size]),
  );
  let position = await store.lastPosition(loader);
  const rows = names
    .filter((name) => !present.has(name))
    .map((name) => {
      position += 1;
      return newFileRow(loader, { key: name, position, bytes: sizes.get(name) ?? null });
    });
  await documentFileWrites(db).insertMany(rows);
  const wanted = new Set(names);
  return known.filter(({ name }) => !wanted.has(name));
}

type NewFile = Partial<DocumentFileRow> & Pick<DocumentFileRow, 'key' | 'position' | 'bytes'>;

/** The row of a file that is to be read. */
export function newFileRow(
  { workspaceId, storeId, id: loaderId }: Pick<LoaderRow, 'workspaceId' | 'storeId' | 'id'>,
  file: NewFile,
): DocumentFileRow {
  const now = Date.now();
  return {
    id: randomUUID(),
    ...{ workspaceId, storeId, loaderId },
    title: file.key.split('/').at(-1) || file.key,
    ...{ url: null, version: null, contentHash: null, state: 'queued', chunks: 0, chars: 0, error: null },
    ...{
      attempts: 0,
      origin: null,
      acl: null,
      aclAt: null,
      storedName: null,
      edition: null,
      jobId: null,
      createdAt: now,
      updatedAt: now,
    },
    ...file,
  };
}
