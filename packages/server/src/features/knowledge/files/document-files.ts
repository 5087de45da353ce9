import type {
  DocumentFile,
  listDocumentFiles,
  removeDocumentFiles,
  retryDocumentFiles,
} from '@tendril/contract/api/document-files';
import type { Answer, Body, Query } from '@tendril/contract/api/endpoint';
import type { Job } from '@tendril/contract/api/jobs';
import { cutPage, readCursor } from '../../../platform/db/page-place.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { defaultList, readableLists } from '../access/public.ts';
import { type KnowledgeService, type LoaderRow, processKind } from '../document-stores/public.ts';
import { storeIndexStore } from '../index/public.ts';
import {
  type DocumentFileRow,
  documentFileStore,
  documentFileWrites,
  type ReadableFiles,
} from './document-files.store.ts';
import { enqueueFileJobs } from './file-jobs.ts';
import { jobTurns } from './job-turns.ts';
import { filesOfLoader, settleFileRows } from './loader-files.ts';
import { nameFiles } from './name-files.ts';
import { removeFiles } from './remove-files.ts';

interface LoaderPlace {
  storeId: string;
  loaderId: string;
}

/** A file as the API shows it. */
function toFile(row: DocumentFileRow): DocumentFile {
  const { id, loaderId, key, title, url, state, chunks, error, attempts } = row;
  const numbers = { bytes: row.bytes === null ? null : Number(row.bytes), chars: Number(row.chars) };
  return {
    id,
    loaderId,
    key,
    title,
    url,
    state,
    chunks,
    error,
    attempts,
    ...numbers,
    updatedAt: Number(row.updatedAt),
  };
}

/** The largest number of its column. */
const mostPosition = 2 ** 31 - 1;

/** The files of a loader that the caller may read; undefined for all. */
async function readableBy(
  { parts, stores, callersOf }: Pick<KnowledgeService, 'parts' | 'stores' | 'callersOf'>,
  caller: ScopedCaller,
  { storeId, acl }: LoaderRow,
): Promise<ReadableFiles | undefined> {
  const store = await stores.require(caller, storeId);
  const lists = await readableLists(parts.db, store, await callersOf(caller));
  return lists && { lists, isOthers: lists.includes(acl ?? defaultList) };
}

/** The files of loaders: listed, read again, deleted. */
export function createDocumentFiles(knowledge: KnowledgeService) {
  const { parts, stores, files } = knowledge;
  const { db, jobs } = parts;
  const store = documentFileStore(db);

  async function openJobs(scope: Scope, { storeId, loaderId }: LoaderPlace): Promise<Job[]> {
    const open = await jobs.listOpen(scope, [storeId]);
    return open.filter(({ kind, partId }) => kind === processKind && partId === loaderId);
  }

  return {
    async list(
      scope: ScopedCaller,
      place: LoaderPlace,
      { state, search, cursor, limit }: Query<typeof listDocumentFiles>,
    ): Promise<Answer<typeof listDocumentFiles>> {
      const { storeId, loaderId } = place;
      const loader = await stores.requireLoader(scope, storeId, loaderId);
      const of = { loaderId };
      const isKnown = (await store.countByState(scope, of)).length > 0;
      const named = isKnown ? undefined : await filesOfLoader(parts, loader);
      if (named) await settleFileRows(db, loader, named);
      const readable = await readableBy(knowledge, scope, loader);
      const counts = await store.countByState(scope, of, readable);
      const found = await store.list(scope, of, {
        ...{ states: state && [state], query: search, readable },
        ...{ after: readCursor(cursor, mostPosition), limit: limit + 1 },
      });
      const { rows, next } = cutPage(found, limit, ({ position }) => position);
      const open = await openJobs(scope, place);
      return {
        data: rows.map(toFile),
        next,
        counts: counts.map(({ state: one, files: count, bytes }) => ({ state: one, files: count, bytes })),
        jobs: open,
        turns: await jobTurns(db, scope, open),
      };
    },

    async retry(
      scope: Scope,
      { storeId, loaderId }: LoaderPlace,
      { ids }: Body<typeof retryDocumentFiles>,
    ): Promise<Answer<typeof retryDocumentFiles>> {
      const loader = await stores.requireLoader(scope, storeId, loaderId);
      await jobs.requireRoom(scope);
      const answer = await db.transaction().execute(async (trx) => {
        await storeIndexStore(trx).count(scope, storeId, false);
        const which = ids ? { ids } : { state: 'failed' as const };
        const queued = await documentFileWrites(trx).queue(scope, loaderId, which);
        return { queued, jobs: await enqueueFileJobs(trx, jobs, scope, loader) };
      });
      jobs.poke();
      return answer;
    },

    async remove(
      scope: Scope,
      { storeId, loaderId }: LoaderPlace,
      { ids }: Body<typeof removeDocumentFiles>,
    ): Promise<{ removed: number }> {
      const loader = await stores.requireLoader(scope, storeId, loaderId);
      const rows = await store.findMany(scope, loaderId, ids);
      const names = new Set(rows.map(({ key, storedName }) => storedName ?? key));
      const unused = await db.transaction().execute(async (trx) => {
        await storeIndexStore(trx).count(scope, storeId, false);
        await nameFiles(parts, trx, loader, { without: names });
        return files.forget(trx, scope, storeId, [...names]);
      });
      await removeFiles(
        parts,
        scope,
        loaderId,
        rows.map(({ id }) => id),
      );
      await files.erase(scope, unused);
      return { removed: rows.length };
    },
  };
}
