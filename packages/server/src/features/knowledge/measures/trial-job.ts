import type { Scope } from '../../../platform/db/scope.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import { countedCases, measureQuestions } from './measure-questions.ts';
import { type MeasurementRow, measurementStore } from './measurements.store.ts';
import type { MeasureParts } from './measures-parts.ts';

export const trialKind = 'knowledge-trial';

interface Chunker {
  splitterId: string;
  splitterConfig: Record<string, unknown>;
}

/** No workspace has such an id, so nothing that answers finds these chunks. */
const trialPlace = ({ id }: { id: string }): Scope & { id: string } => ({
  workspaceId: `trial-${id}`,
  id: `trial-${id}`,
});

/** Measures a knowledge base as it is and cut in other ways; the other ways are built one after the other, and removed. */
export function trialHandler(parts: MeasureParts): JobHandler {
  const { db, knowledge } = parts;
  return {
    kind: trialKind,
    unit: 'rows',
    lane: 'tests',

    async run(job) {
      const runs = await measurementStore(db).ofJob(job, job.id);
      const place = trialPlace(job);
      await knowledge.measuring.removeLeftCandidates();
      try {
        for (const [at, run] of runs.entries())
          if (run.figures === null) await measureRun(parts, job, run, { at, count: runs.length });
        return null;
      } finally {
        await knowledge.measuring.removeCandidate(place);
      }
    },
  };
}

async function measureRun(
  parts: MeasureParts,
  job: RunningJob,
  run: MeasurementRow,
  { at, count }: { at: number; count: number },
): Promise<void> {
  const { db, knowledge } = parts;
  const { cases } = await countedCases(db, job, run.storeId);
  const progress = { before: at * cases.length, total: count * cases.length };
  if (run.chunker === null) return measureQuestions(parts, { job, run, ...progress });
  const place = trialPlace(job);
  const { signal } = job;
  const chunker = JSON.parse(run.chunker) as Chunker;
  const built = await knowledge.measuring.buildCandidate(job, run.storeId, { ...chunker, place, signal });
  await measurementStore(db).update(job, run.id, { chunks: built.chunks });
  await measureQuestions(parts, { job, run, candidate: { place, documents: built.documents }, ...progress });
}
