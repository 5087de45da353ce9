import {
  builtInRecordManager,
  builtInVectorStore,
  defaultEmbeddings,
  type insertVectors,
  type queryDocumentStore,
  type StoreUpsertResult,
  type saveVectorConfig,
} from '@tendril/contract/api/document-store-vectors';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { Job } from '@tendril/contract/api/jobs';
import { AppError, type ErrorCode, errorStatus } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { isEnded, type Jobs } from '../../../platform/jobs/jobs.ts';
import { documentStoreStore, type StoreRow, storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStoreParts, DocumentStores } from './document-stores.ts';
import { type QueryParts, queryStore } from './query-store.ts';
import { readFields, refuse } from './store-nodes.ts';
import { upsertKind } from './store-status.ts';
import { vectorStore } from './vectors.store.ts';

type ConfigBody = Body<typeof saveVectorConfig>;

/** The embeddings, vectors and searches of a knowledge base. */
export function createStoreVectors(parts: DocumentStoreParts & QueryParts, stores: DocumentStores) {
  const { db, jobs } = parts;

  async function save(scope: Scope, body: Omit<ConfigBody, 'docId'>): Promise<void> {
    const row = await stores.require(scope, body.storeId);
    const changes = await toChanges(parts, row, body);
    if (!changes) return;
    const isOther = changes.embeddingConfig !== (row.embeddingConfig ?? choiceText(defaultEmbeddings, {}));
    if (isOther) await cancelUpserts(jobs, scope, row.id);
    await db.transaction().execute(async (trx) => {
      await documentStoreStore(trx).update(scope, row.id, changes);
      if (isOther) await storeLoaderStore(trx).forgetVectors(scope, row.id);
    });
  }

  /** Queues an upsert, unless one is waiting already. */
  async function start(scope: Scope, storeId: string, docId: string | undefined): Promise<Job> {
    const open = await jobs.listOpen(scope, [storeId]);
    const waiting = open.find(
      (job) => job.kind === upsertKind && job.state === 'waiting' && job.partId === (docId ?? null),
    );
    if (waiting) return waiting;
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
      return db.transaction().execute(async (trx) => {
        const deleted = await vectorStore(trx).remove(scope, storeId, docId);
        await storeLoaderStore(trx).clearVectors(scope, storeId, docId);
        return { deleted };
      });
    },

    async query(
      scope: Scope,
      body: Body<typeof queryDocumentStore>,
      signal: AbortSignal,
    ): Promise<Answer<typeof queryDocumentStore>> {
      const row = await stores.require(scope, body.storeId);
      const startedAt = performance.now();
      const { query: question, minScore, filter } = body;
      const topK = body.topK ?? topKIn(body.inputs);
      const { docs, misses } = await queryStore(parts, row, { question, topK, minScore, filter, signal });
      return { timeTaken: Math.round((performance.now() - startedAt) * 10) / 10, docs, misses };
    },
  };
}

export type StoreVectors = ReturnType<typeof createStoreVectors>;

async function cancelUpserts(jobs: Jobs, scope: Scope, storeId: string): Promise<void> {
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

function topKIn(inputs: Record<string, unknown> | undefined): number | undefined {
  const given = Number(inputs?.['topK'] || Number.NaN);
  return Number.isInteger(given) && given >= 1 && given <= 200 ? given : undefined;
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
  requireBuiltIn('vectorStoreName', vectorStoreName, builtInVectorStore);
  requireBuiltIn('recordManagerName', recordManagerName, builtInRecordManager);
  const { topK } = body.vectorStoreConfig;
  const isTopK = topK === undefined || topK === '' || (Number.isInteger(Number(topK)) && topKIn({ topK }));
  if (!isTopK) throw refuse('vectorStoreConfig.topK', 'must be a whole number from 1 to 200');
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
