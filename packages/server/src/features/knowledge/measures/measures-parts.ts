import type { Database } from '../../../platform/db/schema.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { KnowledgeService } from '../document-stores/public.ts';

export interface MeasuresParts {
  db: Database;
  jobs: JobQueue;
  knowledge: Pick<KnowledgeService, 'measuring' | 'stores' | 'callersOf'>;
}

/** What the jobs need of them. */
export type MeasureParts = Pick<MeasuresParts, 'db' | 'knowledge'>;
