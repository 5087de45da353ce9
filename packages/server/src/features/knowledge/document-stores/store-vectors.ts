import {
  builtInRecordManager,
  builtInVectorStore,
  defaultEmbeddings,
  type insertVectors,
  type StoreUpsertResult,
  type saveVectorConfig,
} from '@tendril/contract/api/document-store-vectors';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { Job } from '@tendril/contract/api/jobs';
import { AppError, type ErrorCode, errorStatus } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { isEnded } from '../../../platform/jobs/job-rows.ts';
import { chunkTextStore, chunkTextWrites, storeIndexStore } from '../index/public.ts';
import {
  documentStoreStore,
  loaderFileStates,
  type StoreRow,
  storeLoaderStore,
} from './document-stores.store.ts';
import type { DocumentStoreParts, DocumentStores } from './document-stores.ts';
import { moveStoreVectors } from './move-vectors.ts';
import { outsideChoice } from './outside-choice.ts';
import { requireSearchSettings } from './search-settings.ts';
import { readChoice } from './store-answer.ts';
import { readFields, refuse } from './store-nodes.ts';
import { upsertKind } from './store-status.ts';

type ConfigBody = Body<typeof saveVectorConfig>;

/** The embeddings, vectors and searches of a knowledge base. */
export function createStoreVectors(parts: DocumentStoreParts, stores: DocumentStores) {
  const { db, jobs, outside } = parts;

  async function save(scope: Scope, body: Omit<ConfigBody, 'docId'>): Promise<void> {
    const row = await stores.require(scope, body.storeId);
    const changes = await toChanges(parts, row, body);
    if (!changes) return;
    if (changes.embeddingConfig !== row.embeddingConfig) await moveStoreVectors(db, scope, row.id);
    const place = await outsideChoice(parts.nodes, readChoice(changes.vectorStoreConfig));
    const isOther = changes.embeddingConfig !== (row.embeddingConfig ?? choiceText(defaultEmbeddings, {}));
    if (isOther) await cancelUpserts(jobs, scope, row.id);
    await db.transaction().execute(async (trx) => {
      await documentStoreStore(trx).update(scope, row.id, changes);
      await outside.choose(trx, scope, row.id, place);
      if (!isOther) return;
      // Questions go on with the vectors that are there until those of the new model are whole.
      await keepLive(trx, row);
      await storeLoaderStore(trx).forgetVectors(scope, row.id);
    });
    if (place) jobs.poke();
  }

  /** Queues an upsert, unless one is waiting already. */
  async function start(scope: Scope, storeId: string, docId: string | undefined): Promise<Job> {
    const open = await jobs.listOpen(scope, [storeId]);
    const waiting = open.find((job) => waitsFor(job, docId));
    if (waiting) return waiting;
    await jobs.requireRoom(scope);
    const asked = { workspaceId: scope.workspaceId, subjectId: storeId, partId: docId };
    const job = await db.transaction().execute((trx) => jobs.enqueue(trx, { ...asked, kind: upsertKind }));
    jobs.poke();
    return job;
  }

  return {
    save,

    async configure(scope: Scope, body: ConfigBody): Promise<DocumentStore> {
      await save(scope, body);
      return stores.read(scope, body.storeId);
    },

    /** Throws the job's error when it is awaited. */
    async insert(
      scope: Scope,
      body: ConfigBody,
      isWaiting: boolean,
      signal: AbortSignal,
    ): Promise<Answer<typeof insertVectors>> {
      await save(scope, body);
      if (body.docId !== undefined) await stores.requireLoader(scope, body.storeId, body.docId);
      const job = await start(scope, body.storeId, body.docId);
      if (!isWaiting) return { job };
      const ended = await jobs.wait(scope, job.id, signal);
      return { ...resultOf<StoreUpsertResult>(ended), job: ended };
    },

    async removeVectors(
      scope: Scope,
      storeId: string,
      docId: string | undefined,
    ): Promise<{ deleted: number }> {
      await stores.require(scope, storeId);
      if (docId !== undefined) await stores.requireLoader(scope, storeId, docId);
      await cancelUpserts(jobs, scope, storeId);
      await moveStoreVectors(db, scope, storeId);
      const deleted = await db.transaction().execute((trx) => takeOut(trx, scope, storeId, docId));
      await outside.bringInStep(scope, storeId);
      return { deleted };
    },
  };
}

/** Deletes the vectors of a knowledge base or of one loader, and returns how many there were. */
async function takeOut(
  trx: DatabaseTransaction,
  scope: Scope,
  storeId: string,
  docId: string | undefined,
): Promise<number> {
  const deleted = await chunkTextWrites(trx).remove(scope, storeId, docId);
  if (docId === undefined) await storeIndexStore(trx).setLive(scope, storeId, null);
  await storeLoaderStore(trx).clearVectors(scope, storeId, docId);
  const all = docId === undefined ? await storeLoaderStore(trx).summaries(scope, storeId) : [{ id: docId }];
  await loaderFileStates(trx).chunked(
    scope,
    all.map(({ id }) => id),
  );
  return deleted;
}

/** Notes with which model the present vectors were made, where nothing says so yet. */
async function keepLive(trx: DatabaseTransaction, row: StoreRow): Promise<void> {
  const { liveEmbedding } = await storeIndexStore(trx).find(row, row.id);
  if (liveEmbedding !== null) return;
  const embedding = await chunkTextStore(trx).mainModel(row, row.id);
  if (embedding !== undefined)
    await storeIndexStore(trx).setLive(row, row.id, { embedding, config: row.embeddingConfig });
}

function waitsFor({ kind, state, partId }: Job, docId: string | undefined): boolean {
  return kind === upsertKind && state === 'waiting' && partId === (docId ?? null);
}

export type StoreVectors = ReturnType<typeof createStoreVectors>;

async function cancelUpserts(jobs: JobQueue, scope: Scope, storeId: string): Promise<void> {
  for (const job of await jobs.listOpen(scope, [storeId]))
    if (job.kind === upsertKind) await jobs.cancel(scope, job.id);
}

/** The result of an awaited job. Throws its error. */
export function resultOf<T>(job: Job): T {
  if (job.state === 'done') return job.result as T;
  if (job.state === 'cancelled') throw new AppError('RUN_CANCELLED', 'The job was canceled.');
  if (!isEnded(job)) throw new AppError('RUN_CANCELLED', 'The client disconnected; the job continues.');
  const { code, message } = job.error ?? { code: 'INTERNAL', message: 'The job failed.' };
  throw new AppError(code in errorStatus ? (code as ErrorCode) : 'INTERNAL', message);
}

function choiceText(name: string, config: Record<string, unknown>): string {
  return JSON.stringify({ name, config });
}

/** The columns that a body changes; undefined when it names no node. Throws INVALID_INPUT naming the field. */
async function toChanges({ nodes }: DocumentStoreParts, row: StoreRow, body: Omit<ConfigBody, 'docId'>) {
  const { embeddingName, vectorStoreName, recordManagerName } = body;
  if (!embeddingName && !vectorStoreName && !recordManagerName) return undefined;
  if (embeddingName) {
    const { node } = await nodes.require('embeddings', embeddingName, 'embeddingName');
    readFields(node, body.embeddingConfig, 'embeddingConfig');
  }
  if (vectorStoreName && vectorStoreName !== builtInVectorStore) {
    const { node } = await nodes.require('vectorstore', vectorStoreName, 'vectorStoreName');
    readFields(node, body.vectorStoreConfig, 'vectorStoreConfig');
  }
  requireBuiltIn('recordManagerName', recordManagerName, builtInRecordManager);
  requireSearchSettings(body.vectorStoreConfig);
  return {
    embeddingConfig: embeddingName
      ? choiceText(embeddingName, body.embeddingConfig)
      : (row.embeddingConfig ?? choiceText(defaultEmbeddings, {})),
    vectorStoreConfig: vectorStoreName
      ? choiceText(vectorStoreName, body.vectorStoreConfig)
      : (row.vectorStoreConfig ?? choiceText(builtInVectorStore, {})),
    recordManagerConfig: recordManagerName
      ? choiceText(recordManagerName, body.recordManagerConfig)
      : (row.recordManagerConfig ?? choiceText(builtInRecordManager, {})),
  };
}

function requireBuiltIn(field: string, given: string | undefined, only: string): void {
  if (given && given !== only)
    throw refuse(field, `"${given.slice(0, 100)}" cannot be chosen here; use "${only}"`);
}
