import type { Job } from '@tendril/contract/api/jobs';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { type LoaderRow, processKind } from '../document-stores/public.ts';
import { waitingFileStore } from './document-files.store.ts';

/** Files under this are read before larger ones, in a lane of their own. */
export const smallFile = 1024 * 1024;

/**
 * Queues the jobs that read a loader's waiting files: small ones do not wait behind large ones. `isUpserting`: and make
 * them searchable, where the loader is not yet.
 */
export async function enqueueFileJobs(
  trx: DatabaseTransaction,
  jobs: JobQueue,
  { workspaceId }: Scope,
  loader: Pick<LoaderRow, 'id' | 'storeId'>,
  isUpserting = false,
): Promise<Job[]> {
  const { small, large } = await waitingFileStore(trx).waiting({ workspaceId }, loader.id, smallFile);
  const asked = { workspaceId, kind: processKind, subjectId: loader.storeId, partId: loader.id };
  const input = { isUpserting, isPartial: true };
  const started: Job[] = [];
  if (small > 0)
    started.push(
      await jobs.enqueue(trx, {
        ...asked,
        lane: 'files',
        key: `${loader.id} small`,
        input: { ...input, isSmall: true },
      }),
    );
  if (large > 0)
    started.push(await jobs.enqueue(trx, { ...asked, lane: 'long', key: `${loader.id} large`, input }));
  return started;
}
