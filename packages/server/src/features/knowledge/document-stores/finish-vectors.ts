import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import { createRests } from '../../../platform/db/create-rests.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { chunkTextStore, chunkTextWrites, storeIndexStore } from '../index/public.ts';
import { loaderFileStates, storeLoaderStore } from './document-stores.store.ts';
import type { ProcessParts } from './process-loader.ts';
import type { UpsertPlan } from './upsert-vectors.ts';

const rowsAtOnce = 100;

/**
 * Ends an upsert: deletes texts that are in no chunk any more, and lets questions be made with the chosen model once
 * every text has a vector of it; until then they are made with the one before, whose vectors stay.
 */
export async function finishVectors(
  { db, reads }: Pick<ProcessParts, 'db' | 'reads'>,
  plan: UpsertPlan,
  { revisions, result }: { revisions: Record<string, number>; result: StoreUpsertResult },
): Promise<StoreUpsertResult> {
  const { job, loaders, sets } = plan;
  const rest = createRests();
  let numDeleted = 0;
  for (const { id, storeId, batch } of loaders) {
    const orphans = await chunkTextStore(reads.of(job)).orphans(job, storeId, id, batch);
    for (let start = 0; start < orphans.length; start += rowsAtOnce) {
      const seqs = orphans.slice(start, start + rowsAtOnce).map(({ seq }) => seq);
      numDeleted += await db
        .transaction()
        .execute((trx) => chunkTextWrites(trx).removeOrphans(job, storeId, batch, seqs));
      await rest();
    }
  }
  const isLive = await db.transaction().execute(async (trx) => {
    for (const { id } of loaders)
      await storeLoaderStore(trx).update(job, id, { vectorRevision: revisions[id] ?? -1, error: null });
    await loaderFileStates(trx).embedded(
      job,
      loaders.map(({ id }) => id),
    );
    return goLive(trx, plan);
  });
  if (!isLive) return { ...result, numDeleted };
  const kept = [sets[0].embedding];
  const removeSome = (trx: DatabaseTransaction) =>
    chunkTextWrites(trx).removeOtherModels(job, job.subjectId, kept, rowsAtOnce);
  while ((await db.transaction().execute(removeSome)) > 0) await rest();
  return { ...result, numDeleted };
}

/** Whether the chosen model is the live one now. */
async function goLive(trx: DatabaseTransaction, { job, sets, config }: UpsertPlan): Promise<boolean> {
  const [{ embedding }] = sets;
  const loaders = await storeLoaderStore(trx).summaries(job, job.subjectId);
  // Vectors of another model than the chosen one: the new set is not whole.
  if (loaders.some(({ vectorRevision }) => vectorRevision === -1)) return false;
  const store = storeIndexStore(trx);
  await store.count(job, job.subjectId, false);
  await store.setLive(job, job.subjectId, { embedding, config });
  return true;
}
