import type { Database } from '../../../platform/db/schema.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { OutsideClient } from './outside-client.ts';
import { outsideRemovalStore } from './outside-removals.store.ts';
import { type OutsideStoreRow, outsideStoreStore } from './outside-stores.store.ts';
import { outsideVectorStore } from './outside-vectors.store.ts';
import { removePoints } from './remove-points.ts';

const removedAtOnce = 100;

/** Deletes every vector that was written to a vector store elsewhere, and then what is known of it. */
export async function emptyOutside(
  db: Database,
  client: OutsideClient,
  row: OutsideStoreRow,
  job: RunningJob,
): Promise<null> {
  const vectors = outsideVectorStore(db);
  const { embedding } = row;
  let { cursor } = row;
  let done = 0;
  const total = (embedding === null ? 0 : await vectors.count({ ...row, embedding }, cursor)) + 1;
  for (;;) {
    const gone = await outsideRemovalStore(db).list(row.id, removedAtOnce);
    const seqs =
      gone.length > 0 || embedding === null
        ? gone
        : await vectors.before({ ...row, embedding }, cursor, removedAtOnce);
    if (seqs.length === 0) break;
    await removePoints(client, row.id, seqs, job.signal);
    if (gone.length === 0) cursor = (seqs.at(-1) ?? 1) - 1;
    done += seqs.length;
    await job.advance({ done, total: Math.max(total, done), checkpoint: null }, async (trx) => {
      await outsideRemovalStore(trx).forget(row.id, seqs);
      await outsideStoreStore(trx).update(job, row.id, { cursor, error: null });
    });
  }
  await outsideStoreStore(db).remove(job, row.id);
  return null;
}
