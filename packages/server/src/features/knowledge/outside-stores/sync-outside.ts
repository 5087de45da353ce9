import { AppError } from '@tendril/contract/app-error';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import { chunkTextStore, storeIndexStore } from '../index/public.ts';
import { askPatiently } from './ask-patiently.ts';
import { emptyOutside } from './empty-outside.ts';
import { askWithin, type OutsideChoice, type OutsideClient } from './outside-client.ts';
import { type OutsideParts, outsideKind } from './outside-parts.ts';
import { outsideRemovalStore } from './outside-removals.store.ts';
import { type OutsideStoreRow, outsideStoreStore } from './outside-stores.store.ts';
import { type LeavingVector, outsideVectorStore } from './outside-vectors.store.ts';
import { pointId } from './point-id.ts';
import { removePoints } from './remove-points.ts';
import { verifyOutside } from './verify-outside.ts';

type Place = OutsideStoreRow & { embedding: string };

const mostAtOnce = 48;
/** Some vendors take two megabytes a request. */
const mostBytes = 1_000_000;
const bytesOfNumber = 11;
const removedAtOnce = 100;
const writeMs = 60_000;
/** Vectors are of length 1: what is beyond this adds nothing, and takes twice the bytes. */
const precision = 1e7;

/**
 * Keeps a vector store elsewhere in step with the vectors here: writes those that it does not have, in the order of
 * their numbers, deletes those that are gone, and lets it answer once it is whole. Each step is noted after it was
 * done, and doing it twice changes nothing.
 */
export function outsideHandler(parts: OutsideParts): JobHandler {
  const { db } = parts;
  return {
    kind: outsideKind,
    unit: 'chunks',
    lane: 'long',
    takesTurns: true,

    async run(job) {
      const row = await outsideStoreStore(db).find(job, job.subjectId);
      if (!row) return null;
      if (row.state === 'old') return null;
      const choice = { name: row.name, config: JSON.parse(row.config) as OutsideChoice['config'] };
      const client = await parts.openClient(job, row.storeId, choice, job.signal);
      if (row.state === 'emptying') return emptyOutside(db, client, row, job);
      const place = await adopt(parts, row);
      if (!place) return null;
      await bringInStep(parts, client, place, job);
      return null;
    },

    async undo(trx, { workspaceId, subjectId }, why) {
      if (why) await outsideStoreStore(trx).update({ workspaceId }, subjectId, { error: why });
    },
  };
}

/** The store with the model whose vectors it is to hold; undefined while there is nothing to do. */
async function adopt({ db }: OutsideParts, row: OutsideStoreRow): Promise<Place | undefined> {
  const { liveEmbedding } = await storeIndexStore(db).find(row, row.storeId);
  const embedding = liveEmbedding ?? (await chunkTextStore(db).mainModel(row, row.storeId));
  if (embedding === undefined || embedding === row.embedding)
    return row.embedding === null ? undefined : { ...row, embedding: row.embedding };
  if (row.embedding !== null) {
    // Each of the vectors before is noted as it is deleted here: not before that is another model begun.
    const { embedding: before, ...rest } = row;
    if ((await outsideVectorStore(db).before({ ...rest, embedding: before }, row.cursor, 1)).length > 0)
      return { ...rest, embedding: before };
  }
  const changes = { embedding, cursor: 0, state: 'filling' as const };
  await outsideStoreStore(db).update(row, row.id, changes);
  return { ...row, ...changes };
}

async function bringInStep(
  parts: OutsideParts,
  client: OutsideClient,
  start: Place,
  job: RunningJob,
): Promise<void> {
  const { db } = parts;
  const step = { place: start, done: 0, total: 0 };
  step.total = await outsideVectorStore(parts.reads.of(job)).count(start);
  step.done = await outsideVectorStore(parts.reads.of(job)).count(start, start.cursor);
  let isVerified = false;
  for (;;) {
    if (await removeSome(db, client, step.place, job)) continue;
    const page = await outsideVectorStore(db).after(step.place, step.place.cursor, mostAtOnce);
    if (page.length > 0) {
      await write(client, step, job, page);
      continue;
    }
    const row = await outsideStoreStore(db).find(job, step.place.id);
    if (!row || row.state === 'old' || row.state === 'emptying') return;
    if (row.state === 'filling' && !isVerified) {
      await verify(parts, client, step.place, job);
      isVerified = true;
      continue;
    }
    return goLive(row, job);
  }
}

async function removeSome(
  db: OutsideParts['db'],
  client: OutsideClient,
  place: Place,
  job: RunningJob,
): Promise<boolean> {
  const gone = await outsideRemovalStore(db).list(place.id, removedAtOnce);
  if (gone.length === 0) return false;
  await removePoints(client, place.id, gone, job.signal);
  await outsideRemovalStore(db).forget(place.id, gone);
  job.signal.throwIfAborted();
  return true;
}

async function write(
  client: OutsideClient,
  step: { place: Place; done: number; total: number },
  job: RunningJob,
  page: readonly LeavingVector[],
): Promise<void> {
  const { place } = step;
  const length = page[0]?.vector.length ?? 0;
  const fitting = Math.max(1, Math.floor(mostBytes / (length * bytesOfNumber + 1)));
  const rows = page.slice(0, fitting);
  const passages = rows.map(({ seq, vector }) => ({
    id: pointId(place.id, seq),
    pageContent: '',
    metadata: { knowledgeBase: place.storeId },
    vector: Array.from(vector, (value) => Math.round(value * precision) / precision),
  }));
  const insert = () =>
    askWithin(client, writeMs, job.signal, (context) => client.store.insert(passages, context));
  await askPatiently(insert, job.signal);
  const cursor = rows.at(-1)?.seq ?? place.cursor;
  const done = step.done + rows.length;
  const total = Math.max(step.total, done);
  await job.advance({ done, total, checkpoint: null }, (trx) =>
    outsideStoreStore(trx).update(job, place.id, { cursor, error: null }),
  );
  Object.assign(step, { place: { ...place, cursor }, done, total });
}

/** What is missing is rewritten by the next attempt. */
async function verify(
  { db }: OutsideParts,
  client: OutsideClient,
  place: Place,
  job: RunningJob,
): Promise<void> {
  try {
    await verifyOutside(db, client, place, job.signal);
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'PROVIDER_REFUSED';
    if (isMissing && !job.signal.aborted) await outsideStoreStore(db).update(job, place.id, { cursor: 0 });
    throw error;
  }
}

/** Questions are asked of it from now on, and not of the one before. */
async function goLive(row: OutsideStoreRow, job: RunningJob): Promise<void> {
  const isNew = row.state === 'filling';
  if (!isNew && row.error === null) return;
  const step = { done: 1, total: 1, checkpoint: null };
  await job.advance(step, async (trx) => {
    const store = outsideStoreStore(trx);
    const all = await store.list(job, row.storeId);
    // Somebody may have changed their mind meanwhile.
    if (all.find(({ id }) => id === row.id)?.state !== row.state) return;
    for (const { id, state } of all)
      if (isNew && id !== row.id && state === 'live') await store.update(job, id, { state: 'old' });
    await store.update(job, row.id, { state: 'live', error: null });
  });
}
