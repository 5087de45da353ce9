import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { outsideKind } from './outside-parts.ts';
import type { OutsideStoreRow } from './outside-stores.store.ts';

/** Queues the work for a vector store elsewhere, unless it waits already; call `jobs.poke` after the commit. */
export async function startOutside(
  trx: DatabaseTransaction,
  jobs: JobQueue,
  { id, workspaceId }: Pick<OutsideStoreRow, 'id' | 'workspaceId'>,
): Promise<void> {
  await jobs.enqueue(trx, { workspaceId, kind: outsideKind, subjectId: id, key: id });
}
