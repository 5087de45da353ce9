import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { OpenOutsideClient } from './outside-client.ts';

/** What vector stores elsewhere are worked with by. */
export interface OutsideParts {
  db: Database;
  reads: Pick<HeavyReads, 'of'>;
  jobs: JobQueue;
  openClient: OpenOutsideClient;
}

/** The kind of the job that keeps a vector store elsewhere in step, or empties it. */
export const outsideKind = 'outside-store';
