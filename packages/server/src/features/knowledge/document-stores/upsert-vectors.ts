import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import { AppError } from '@tendril/contract/app-error';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import { chunkTextWrites, putTextVectors } from '../index/public.ts';
import type { OutsideStores } from '../outside-stores/public.ts';
import { type ChunkPlace, type ChunkRow, chunkStore, chunkWrites } from './chunks.store.ts';
import { documentStoreStore, type LoaderSummaryRow, storeLoaderStore } from './document-stores.store.ts';
import { embedChunks, type PreparedChunks } from './embed-chunks.ts';
import { finishVectors } from './finish-vectors.ts';
import { moveStoreVectors } from './move-vectors.ts';
import { type EmbedderSets, openSets } from './open-sets.ts';
import type { ProcessParts } from './process-loader.ts';
import { upsertKind } from './store-status.ts';

const chunksAtOnce = 100;
/** Pages that are being embedded while the one before them is written. */
const pagesAhead = 8;
const shownDocs = 10;
const shownLength = 1000;

interface UpsertParts extends Pick<ProcessParts, 'db' | 'limits' | 'reads' | 'nodes' | 'provide'> {
  /** The vector stores elsewhere, which follow what is written here. */
  outside: Pick<OutsideStores, 'bringInStep'>;
}

/** The input of an upsert job. */
interface UpsertInput {
  embedded?: StoreUpsertResult;
}

export const emptyResult: StoreUpsertResult = {
  ...{ numAdded: 0, numUpdated: 0, numSkipped: 0, numDeleted: 0 },
  addedDocs: [],
};

interface Checkpoint {
  place?: ChunkPlace;
  done: number;
  /** The state of each loader's chunks when the job began: later edits are not covered. */
  revisions: Record<string, number>;
  result: StoreUpsertResult;
}

/** What an upsert works on. */
export interface UpsertPlan {
  job: RunningJob;
  loaders: readonly (LoaderSummaryRow & { batch: string })[];
  sets: EmbedderSets;
  /** Whether everybody may see what is stored. */
  isOpen: boolean;
  /** The chosen embeddings, as the store is configured. */
  config: string | null;
  total: number;
}

/**
 * Makes a knowledge base's chunks searchable: embeds the texts that have no vector of the chosen model yet, several
 * pages at once, each committed in its turn with the note that it is done, and deletes vectors whose text is gone.
 */
export function upsertHandler(parts: UpsertParts): JobHandler {
  const { db } = parts;

  return {
    kind: upsertKind,
    unit: 'chunks',
    lane: 'long',
    takesTurns: true,

    async run(job) {
      await moveStoreVectors(db, job, job.subjectId);
      const plan = await planOf(parts, job);
      let checkpoint = (job.checkpoint as Checkpoint | undefined) ?? begin(plan);
      const pages = readAhead(parts, plan, checkpoint.place);
      for await (const page of pages) checkpoint = await putPage(plan, checkpoint, page);
      const result = await finishVectors(parts, plan, checkpoint);
      await parts.outside.bringInStep(job, job.subjectId);
      return result;
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

async function planOf(parts: UpsertParts, job: RunningJob): Promise<UpsertPlan> {
  const { db } = parts;
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
  const sets = await openSets(parts, job, store, job.signal);
  const total = loaders.reduce((sum, row) => sum + row.totalChunks, 0);
  return { job, loaders, sets, config: store.embeddingConfig, total, isOpen: store.audience === 'open' };
}

/** What the processing before has embedded already counts as added by this upsert. */
function begin({ job, loaders }: UpsertPlan): Checkpoint {
  const { embedded } = (job.input ?? {}) as UpsertInput;
  return {
    done: 0,
    revisions: Object.fromEntries(loaders.map(({ id, chunkRevision }) => [id, chunkRevision])),
    result: embedded ?? emptyResult,
  };
}

/** Pages of chunks in their order, with their vectors: the next ones are embedded meanwhile. */
async function* readAhead(
  parts: UpsertParts,
  plan: UpsertPlan,
  from: ChunkPlace | undefined,
): AsyncGenerator<PreparedChunks> {
  const batches = plan.loaders.map(({ batch }) => batch);
  const ahead: Promise<PreparedChunks>[] = [];
  const underWay = new Set<string>();
  let place = from;
  let isLast = false;
  for (;;) {
    while (!isLast && ahead.length < pagesAhead) {
      const chunks = await chunkStore(parts.db).after(plan.job, batches, place, chunksAtOnce);
      place = chunks.at(-1) ?? place;
      isLast = chunks.length < chunksAtOnce;
      if (chunks.length === 0) break;
      const page = embedChunks(parts, plan, chunks, underWay);
      // Its failure is that of the page when its turn comes.
      page.catch(() => undefined);
      ahead.push(page);
    }
    const next = ahead.shift();
    if (!next) return;
    yield await next;
  }
}

async function putPage(plan: UpsertPlan, before: Checkpoint, page: PreparedChunks): Promise<Checkpoint> {
  const { job, total } = plan;
  const { chunks, missing, updated, split, sets } = page;
  const last = chunks.at(-1);
  const checkpoint: Checkpoint = {
    ...before,
    ...(last && { place: { batch: last.batch, chunkNo: last.chunkNo } }),
    done: before.done + chunks.length,
    result: addUp(before.result, chunks, { missing, updated, split, isShown: plan.isOpen }),
  };
  const step = { done: checkpoint.done, total: Math.max(total, checkpoint.done), checkpoint };
  await job.advance(step, async (trx) => {
    for (const { embedding, rows } of sets)
      await putTextVectors(trx, job, { storeId: job.subjectId, embedding }, rows);
    for (const chunk of chunks) if (chunk.editedFrom !== null) await forgetEdit(trx, job, chunk);
  });
  return checkpoint;
}

/** The text before an edit loses its vector, unless another chunk has the same text. */
async function forgetEdit(trx: DatabaseTransaction, scope: Scope, chunk: ChunkRow): Promise<void> {
  const { id, storeId, loaderId, batch, editedFrom } = chunk;
  if (editedFrom === null) return;
  const others = await chunkStore(trx).byHashes(scope, [batch], [editedFrom]);
  if (others.length === 0) await chunkTextWrites(trx).removeText(scope, storeId, loaderId, editedFrom);
  await chunkWrites(trx).update(scope, id, { editedFrom: null });
}

/** The counts with those of one more page. */
export function addUp(
  before: StoreUpsertResult,
  chunks: readonly ChunkRow[],
  {
    missing,
    updated,
    split,
    isShown,
  }: Pick<PreparedChunks, 'missing' | 'updated' | 'split'> & { isShown: boolean },
): StoreUpsertResult {
  // Jobs are seen by more people than may read what they store.
  const remaining = isShown ? Math.max(0, shownDocs - before.addedDocs.length) : 0;
  const shown = missing.slice(0, remaining).map(({ pageContent, metadata }) => ({
    pageContent: pageContent.slice(0, shownLength).toWellFormed(),
    metadata: JSON.parse(metadata) as Record<string, unknown>,
  }));
  const numSplit = (before.numSplit ?? 0) + split;
  return {
    ...(numSplit > 0 && { numSplit }),
    numAdded: before.numAdded + missing.length - updated,
    numUpdated: before.numUpdated + updated,
    numSkipped: before.numSkipped + chunks.length - missing.length,
    numDeleted: before.numDeleted,
    addedDocs: [...before.addedDocs, ...shown],
  };
}
