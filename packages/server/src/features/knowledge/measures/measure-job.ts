import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import { measureQuestions } from './measure-questions.ts';
import { measurementStore } from './measurements.store.ts';
import type { MeasureParts } from './measures-parts.ts';

export const measureKind = 'knowledge-measure';

/** Asks all questions of a knowledge base; one that was stopped goes on with the next question. */
export function measureHandler(parts: MeasureParts): JobHandler {
  return {
    kind: measureKind,
    unit: 'rows',
    lane: 'tests',
    async run(job) {
      const [run] = await measurementStore(parts.db).ofJob(job, job.id);
      // Deleted meanwhile, with its knowledge base or alone.
      if (!run) return null;
      await measureQuestions(parts, { job, run });
      return null;
    },
  };
}
