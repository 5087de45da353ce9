import { chunkStore, embedChunks, type ProcessParts, storeLoaderStore } from '../document-stores/public.ts';
import { fileChunkStore } from './file-chunks.store.ts';
import type { FileJob } from './file-job.ts';
import { putVectors } from './put-file.ts';

const chunksAtOnce = 100;

/**
 * Embeds texts of files whose vectors have gone meanwhile: another job of the loader took its own old texts out while
 * they were in no chunk yet.
 */
export async function embedMissing(
  parts: ProcessParts,
  job: FileJob,
  fileIds: readonly string[],
): Promise<void> {
  const { db, limits, reads } = parts;
  const { sets, loader } = job;
  const present = sets ? await storeLoaderStore(db).find(job, loader.id) : undefined;
  const batch = present?.batch;
  if (!sets || !batch || fileIds.length === 0) return;
  const of = { fileIds, batch };
  for (let last = 0; ; ) {
    const ids = await fileChunkStore(reads.of(job)).withoutVector(
      job,
      of,
      sets[0].embedding,
      last,
      chunksAtOnce,
    );
    if (ids.length === 0) return;
    const rows = await chunkStore(db).byIds(job, batch, ids);
    const prepared = await embedChunks({ db, limits }, { job, sets }, rows, new Set());
    await db.transaction().execute((trx) => putVectors(trx, job, prepared.sets));
    last = Math.max(last, ...rows.map(({ chunkNo }) => chunkNo));
  }
}
