import type { uploadDocumentFiles } from '@tendril/contract/api/document-files';
import type { Answer } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyRequest } from 'fastify';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { freeFileName, toFileName } from '../../../platform/files/file-name.ts';
import type { TakenFile } from '../../../platform/files/take-file.ts';
import { requireKnowledgeRoom } from '../../../platform/limits/knowledge-usage.ts';
import type { KnowledgeService, LoaderRow } from '../document-stores/public.ts';
import { storeIndexStore } from '../index/public.ts';
import {
  type DocumentFileRow,
  documentFileStore,
  documentFileWrites,
  waitingFileStore,
} from './document-files.store.ts';
import { enqueueFileJobs } from './file-jobs.ts';
import { fileFieldOf, filesOfLoader, newFileRow, settleFileRows } from './loader-files.ts';
import { nameFiles } from './name-files.ts';

type Uploaded = Answer<typeof uploadDocumentFiles>;

/** A file of an upload, under the path by which it is known within its loader. */
interface KeyedFile {
  key: string;
  taken?: TakenFile;
  refusal?: string;
}

const longestKey = 500;

/** A foreign path as a key: no part of it leads anywhere. */
function toKey(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..');
  const key = parts.map(toFileName).join('/');
  return key.length > longestKey ? key.slice(-longestKey).toWellFormed() : key || 'file';
}

function keysIn(field: unknown): unknown[] {
  if (typeof field !== 'string') return [];
  try {
    const list: unknown = JSON.parse(field);
    return Array.isArray(list) ? list : [];
  } catch {
    throw new AppError('INVALID_INPUT', 'keys: must be a JSON list');
  }
}

/** Adds files to a loader, or puts them in place of those of the same key, and has them read. */
export async function uploadFiles(
  { parts, stores, files }: KnowledgeService,
  scope: Scope,
  { storeId, loaderId }: { storeId: string; loaderId: string },
  request: FastifyRequest,
): Promise<Uploaded> {
  const { db, jobs, limits } = parts;
  const loader = await stores.requireLoader(scope, storeId, loaderId);
  await fileFieldOf(parts, loader);
  await requireKnowledgeRoom(db, scope, limits);
  await jobs.requireRoom(scope);
  const form = await files.take(scope, request);
  const keys = keysIn(form.fields['keys']);
  const given = form.files.map((file, at): KeyedFile => {
    const asked = keys[at];
    const key = toKey(typeof asked === 'string' ? asked : file.name);
    return 'refusal' in file ? { key, refusal: file.refusal } : { key, taken: file };
  });
  // The last one of a key counts.
  const last = [...new Map(given.map((file) => [file.key, file])).values()];
  const named = await filesOfLoader(parts, loader);
  if (named) await settleFileRows(db, loader, named);
  const names = await files.namesOf(scope, storeId);
  const asked = { loader, names, isUpserting: form.fields['upsert'] === 'true' };
  const put = await db.transaction().execute((trx) => putFiles({ parts, files }, trx, asked, last));
  jobs.poke();
  await files.erase(scope, put.unused);
  const used = new Set(put.used);
  const left = given.flatMap(({ taken }) => (taken && !used.has(taken.sha256) ? [taken.sha256] : []));
  await files.abandon(scope, left);
  return put.answer;
}

interface StoredFile {
  key: string;
  known: DocumentFileRow | undefined;
  taken: TakenFile;
}

async function putFiles(
  { parts, files }: Pick<KnowledgeService, 'parts' | 'files'>,
  trx: DatabaseTransaction,
  { loader, names, isUpserting }: { loader: LoaderRow; names: Set<string>; isUpserting: boolean },
  given: readonly KeyedFile[],
) {
  const { storeId } = loader;
  // Uploads to one knowledge base are put one after the other.
  await storeIndexStore(trx).count(loader, storeId, false);
  const rows = await documentFileStore(trx).byKeys(
    loader,
    loader.id,
    given.map(({ key }) => key),
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const isSame = ({ key, taken }: KeyedFile) => {
    const known = byKey.get(key);
    return known !== undefined && known.state !== 'failed' && known.contentHash === taken?.sha256;
  };
  const stored: StoredFile[] = [];
  for (const file of given) {
    const { key, taken } = file;
    if (!taken || isSame(file)) continue;
    const known = byKey.get(key);
    const name = known ? (known.storedName ?? known.key) : freeFileName(key, (wanted) => names.has(wanted));
    names.add(name);
    stored.push({ key, known, taken: { ...taken, name } });
  }
  const contents = stored.map(({ taken }) => taken);
  const unused = await files.put(trx, loader, storeId, contents);
  const added = contents.map(({ name, size, mediaType }) => ({ name, size, mimePrefix: mediaType }));
  if (added.length > 0) await nameFiles(parts, trx, loader, { added });
  const refused = given.flatMap(({ key, refusal }) =>
    refusal === undefined ? [] : [{ key, message: refusal }],
  );
  await putRows(trx, loader, stored, refused, byKey);
  const jobs = await enqueueFileJobs(trx, parts.jobs, loader, loader, isUpserting);
  const replaced = stored.filter(({ known }) => known !== undefined).length;
  const answer: Uploaded = {
    ...{ added: stored.length - replaced, replaced, unchanged: given.filter(isSame).length },
    ...{ refused, jobs },
  };
  return { answer, unused, used: contents.map(({ sha256 }) => sha256) };
}

async function putRows(
  trx: DatabaseTransaction,
  loader: LoaderRow,
  stored: readonly StoredFile[],
  refused: Uploaded['refused'],
  byKey: ReadonlyMap<string, DocumentFileRow>,
): Promise<void> {
  const writes = documentFileWrites(trx);
  let position = await waitingFileStore(trx).lastPosition(loader);
  const fresh: DocumentFileRow[] = [];
  for (const { key, known, taken } of stored) {
    const { size: bytes, name } = taken;
    const queued = { bytes, state: 'queued' as const, error: null, attempts: 0, jobId: null };
    if (known) await writes.update(loader, known.id, queued);
    else {
      position += 1;
      fresh.push(newFileRow(loader, { key, position, bytes, storedName: name === key ? null : name }));
    }
  }
  for (const { key, message: error } of refused) {
    if (byKey.has(key)) continue;
    position += 1;
    fresh.push(newFileRow(loader, { key, position, bytes: null, state: 'failed', error }));
  }
  await writes.insertMany(fresh);
}
