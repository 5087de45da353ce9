import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import { type ChunkPlace, type ChunkRow, chunkStore, chunkWrites } from './chunks.store.ts';
import { documentStoreStore, type LoaderSummaryRow, storeLoaderStore } from './document-stores.store.ts';
import type { ProcessParts } from './process-loader.ts';
import { readChoice } from './store-answer.ts';
import { openEmbedder, type StoreEmbedder } from './store-embedder.ts';
import { upsertKind } from './store-status.ts';
import { type VectorRow, vectorStore } from './vectors.store.ts';

const chunksAtOnce = 100;
const shownDocs = 10;
const shownLength = 1000;

interface Checkpoint {
  place?: ChunkPlace;
  done: number;
  /** The state of each loader's chunks when the job began: later edits are not covered. */
  revisions: Record<string, number>;
  result: StoreUpsertResult;
}

interface Plan {
  job: RunningJob;
  loaders: readonly (LoaderSummaryRow & { batch: string })[];
  embedder: StoreEmbedder;
  total: number;
}

/**
 * Makes a knowledge base's chunks searchable: embeds the texts that have no vector of the chosen model yet, in batches,
 * each committed with the note that it is done, and deletes vectors whose text is gone.
 */
export function upsertHandler(parts: Pick<ProcessParts, 'db' | 'nodes' | 'provide'>): JobHandler {
  const { db } = parts;

  return {
    kind: upsertKind,
    unit: 'chunks',

    async run(job) {
      const plan = await planOf(parts, job);
      let checkpoint = (job.checkpoint as Checkpoint | undefined) ?? begin(plan);
      for (;;) {
        const chunks = await chunkStore(db).after(job, batchesOf(plan), checkpoint.place, chunksAtOnce);
        if (chunks.length === 0) break;
        checkpoint = await putBatch(parts, plan, checkpoint, chunks);
      }
      return db.transaction().execute((trx) => finish(trx, plan, checkpoint));
    },

    async undo(trx, { workspaceId, subjectId, partId }, why) {
      if (!why) return;
      const loaders = storeLoaderStore(trx);
      const ids = partId
        ? [partId]
        : (await loaders.summaries({ workspaceId }, subjectId)).map(({ id }) => id);
      for (const id of ids) await loaders.update({ workspaceId }, id, { error: why });
    },
  };
}

const batchesOf = ({ loaders }: Plan) => loaders.map(({ batch }) => batch);

async function planOf(parts: Pick<ProcessParts, 'db' | 'nodes' | 'provide'>, job: RunningJob): Promise<Plan> {
  const { db, nodes, provide } = parts;
  const store = await documentStoreStore(db).find(job, job.subjectId);
  if (!store) throw new AppError('NOT_FOUND', 'The knowledge base was deleted.');
  const all = await storeLoaderStore(db).summaries(job, store.id);
  const loaders = all.flatMap((row) =>
    row.batch !== null && (job.partId === null || job.partId === row.id)
      ? [{ ...row, batch: row.batch }]
      : [],
  );
  if (loaders.length === 0)
    throw new AppError('INVALID_INPUT', 'There are no chunks yet. Process a source first.');
  const services = provide(job, store.id);
  const choice = readChoice(store.embeddingConfig);
  const embedder = await openEmbedder({ nodes, services, choice, signal: job.signal });
  return { job, loaders, embedder, total: loaders.reduce((sum, row) => sum + row.totalChunks, 0) };
}

function begin({ loaders }: Plan): Checkpoint {
  return {
    done: 0,
    revisions: Object.fromEntries(loaders.map(({ id, chunkRevision }) => [id, chunkRevision])),
    result: { numAdded: 0, numUpdated: 0, numSkipped: 0, numDeleted: 0, addedDocs: [] },
  };
}

/** What a batch needs: texts without a vector of this model, each once. */
async function sortOut(
  { db }: Pick<ProcessParts, 'db'>,
  { job, embedder }: Plan,
  chunks: readonly ChunkRow[],
): Promise<{ missing: ChunkRow[]; updated: number }> {
  const missing = new Map<string, ChunkRow>();
  let updated = 0;
  for (const [loaderId, own] of Map.groupBy(chunks, (chunk) => chunk.loaderId)) {
    const known = await vectorStore(db).known(
      job,
      loaderId,
      own.map(({ hash }) => hash),
    );
    const models = new Map(known.map(({ hash, embedding }) => [hash, embedding]));
    for (const chunk of own) {
      const key = `${loaderId} ${chunk.hash}`;
      if (models.get(chunk.hash) === embedder.embedding || missing.has(key)) continue;
      missing.set(key, chunk);
      if (models.has(chunk.hash) || chunk.editedFrom !== null) updated += 1;
    }
  }
  return { missing: [...missing.values()], updated };
}

async function putBatch(
  parts: Pick<ProcessParts, 'db'>,
  plan: Plan,
  before: Checkpoint,
  chunks: readonly ChunkRow[],
): Promise<Checkpoint> {
  const { job, embedder, total } = plan;
  const { missing, updated } = await sortOut(parts, plan, chunks);
  const texts = missing.map(({ pageContent }) => pageContent);
  const vectors = texts.length > 0 ? await embedder.embed(texts) : [];
  const last = chunks.at(-1);
  const checkpoint: Checkpoint = {
    ...before,
    ...(last && { place: { batch: last.batch, chunkNo: last.chunkNo } }),
    done: before.done + chunks.length,
    result: addUp(before.result, chunks, missing, updated),
  };
  const rows = missing.map((chunk, index) => toVectorRow(chunk, embedder.embedding, vectors[index]));
  const step = { done: checkpoint.done, total: Math.max(total, checkpoint.done), checkpoint };
  await job.advance(step, async (trx) => {
    await vectorStore(trx).put(rows);
    for (const chunk of chunks) if (chunk.editedFrom !== null) await forgetEdit(trx, job, chunk);
  });
  return checkpoint;
}

function toVectorRow(chunk: ChunkRow, embedding: string, vector: Float32Array | undefined): VectorRow {
  const { workspaceId, storeId, loaderId, hash } = chunk;
  return { workspaceId, storeId, loaderId, hash, embedding, vector: vector ?? new Float32Array(0) };
}

/** The text before an edit loses its vector, unless another chunk has the same text. */
async function forgetEdit(trx: DatabaseTransaction, scope: Scope, chunk: ChunkRow): Promise<void> {
  const { id, storeId, loaderId, batch, editedFrom } = chunk;
  if (editedFrom === null) return;
  const others = await chunkStore(trx).byHashes(scope, [batch], [editedFrom]);
  if (others.length === 0) await vectorStore(trx).removeText(scope, storeId, loaderId, editedFrom);
  await chunkWrites(trx).update(scope, id, { editedFrom: null });
}

function addUp(
  before: StoreUpsertResult,
  chunks: readonly ChunkRow[],
  missing: readonly ChunkRow[],
  updated: number,
): StoreUpsertResult {
  const remaining = Math.max(0, shownDocs - before.addedDocs.length);
  const shown = missing.slice(0, remaining).map(({ pageContent, metadata }) => ({
    pageContent: pageContent.slice(0, shownLength).toWellFormed(),
    metadata: JSON.parse(metadata) as Record<string, unknown>,
  }));
  return {
    numAdded: before.numAdded + missing.length - updated,
    numUpdated: before.numUpdated + updated,
    numSkipped: before.numSkipped + chunks.length - missing.length,
    numDeleted: before.numDeleted,
    addedDocs: [...before.addedDocs, ...shown],
  };
}

async function finish(
  trx: DatabaseTransaction,
  plan: Plan,
  checkpoint: Checkpoint,
): Promise<StoreUpsertResult> {
  const { job, loaders } = plan;
  let numDeleted = 0;
  for (const { id, storeId, batch } of loaders) {
    numDeleted += (await vectorStore(trx).removeOrphans(job, storeId, id, batch)).length;
    const vectorRevision = checkpoint.revisions[id] ?? -1;
    await storeLoaderStore(trx).update(job, id, { vectorRevision, error: null });
  }
  return { ...checkpoint.result, numDeleted };
}
