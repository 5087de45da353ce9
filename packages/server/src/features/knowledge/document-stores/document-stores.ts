import { randomUUID } from 'node:crypto';
import { builtInVectorStore } from '@tendril/contract/api/document-store-vectors';
import type {
  createDocumentStore,
  DocumentStore,
  DocumentStoreSummary,
  updateDocumentStore,
} from '@tendril/contract/api/document-stores';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';
import { comparedBy } from '../index/public.ts';
import type { OutsideStores } from '../outside-stores/public.ts';
import {
  documentStoreStore,
  type LoaderRow,
  type StoreRow,
  storeLoaderStore,
} from './document-stores.store.ts';
import type { ProcessParts } from './process-loader.ts';
import { readChoice, toStore, toStoreSummary } from './store-answer.ts';
import type { StoreFiles } from './store-files.ts';
import { findStoreUses } from './store-uses.ts';

const shownJobs = 20;

export interface DocumentStoreParts extends ProcessParts {
  jobs: JobQueue;
  files: StoreFiles;
  limits: Pick<WorkspaceLimits, 'of'>;
  /** Called after a knowledge base was added or removed: flows may have missed it, or use it still. */
  onChange(scope: Scope, id: string): void;
  /** The vector stores elsewhere, which follow what is written and deleted here. */
  outside: OutsideStores;
}

/** Knowledge bases as records: created, listed, renamed, deleted. */
export function createDocumentStores({ db, jobs, files, outside, onChange }: DocumentStoreParts) {
  const store = documentStoreStore(db);

  async function require(scope: Scope, id: string): Promise<StoreRow> {
    const row = await store.find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'Knowledge base not found.');
    return row;
  }

  async function read(scope: Scope, id: string): Promise<DocumentStore> {
    const row = await require(scope, id);
    const place = readChoice(row.vectorStoreConfig)?.name ?? builtInVectorStore;
    const [loaders, syncs, open, latest, uses, compared] = await Promise.all([
      storeLoaderStore(db).list(scope, id),
      storeLoaderStore(db).syncs(scope, id),
      jobs.listOpen(scope, [id]),
      jobs.listLatest(scope, id, shownJobs),
      findStoreUses(db, scope, [id]),
      place === builtInVectorStore ? comparedBy(db, scope, id) : null,
    ]);
    return toStore({
      ...{ row, loaders, syncs, open, latest, comparedBy: compared },
      whereUsed: uses.get(id) ?? [],
    });
  }

  return {
    require,
    read,
    requireLoader: (scope: Scope, storeId: string, id: string) => requireLoader(db, scope, storeId, id),

    async list(scope: Scope): Promise<DocumentStoreSummary[]> {
      const rows = await store.list(scope);
      const ids = rows.map(({ id }) => id);
      const [loaders, open, uses] = await Promise.all([
        storeLoaderStore(db).summaries(scope),
        jobs.listOpen(scope, ids),
        findStoreUses(db, scope, ids),
      ]);
      const byStore = Map.groupBy(loaders, (loader) => loader.storeId);
      return rows.map((row) => toStoreSummary(row, byStore.get(row.id) ?? [], open, uses.get(row.id) ?? []));
    },

    async create(
      scope: Scope,
      { name, description }: Body<typeof createDocumentStore>,
    ): Promise<DocumentStore> {
      const id = randomUUID();
      await store.insert(newStore(scope, id, name, description));
      onChange(scope, id);
      return read(scope, id);
    },

    async update(
      scope: Scope,
      id: string,
      changes: Body<typeof updateDocumentStore>,
    ): Promise<DocumentStore> {
      await require(scope, id);
      await store.update(scope, id, changes);
      return read(scope, id);
    },

    /** Deletes it with all its content; a job that works on it ends with its next step. */
    async remove(scope: Scope, id: string): Promise<void> {
      await require(scope, id);
      for (const job of await jobs.listOpen(scope, [id])) await jobs.cancel(scope, job.id);
      const unused = await db.transaction().execute(async (trx) => {
        await jobs.removeOf(trx, scope, id);
        await documentStoreStore(trx).remove(scope, id);
        return files.forget(trx, scope, id);
      });
      onChange(scope, id);
      await files.erase(scope, unused);
      await outside.bringInStep(scope, id);
    },
  };
}

export type DocumentStores = ReturnType<typeof createDocumentStores>;

async function requireLoader(db: Database, scope: Scope, storeId: string, id: string): Promise<LoaderRow> {
  const row = await storeLoaderStore(db).find(scope, id);
  if (row?.storeId !== storeId) throw new AppError('NOT_FOUND', 'The knowledge base has no such loader.');
  return row;
}

function newStore({ workspaceId }: Scope, id: string, name: string, description: string): StoreRow {
  const now = Date.now();
  const audience = 'open' as const;
  const choices = { embeddingConfig: null, vectorStoreConfig: null, recordManagerConfig: null };
  return { id, workspaceId, name, description, audience, ...choices, createdAt: now, updatedAt: now };
}
