import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { requireWhole } from '../access/public.ts';
import { createCaseTransfer } from './case-transfer.ts';
import { createMeasureCases } from './measure-cases.ts';
import { measureHandler } from './measure-job.ts';
import { createMeasurementResults } from './measurement-results.ts';
import { createMeasurements } from './measurements.ts';
import type { MeasuresParts } from './measures-parts.ts';
import { suggestHandler } from './suggest-questions.ts';
import { trialHandler } from './trial-job.ts';

/** How well knowledge bases answer: saved questions, measurements of them, and tries of other ways to cut documents. */
export function createKnowledgeMeasures(parts: MeasuresParts) {
  parts.jobs.register(measureHandler(parts));
  parts.jobs.register(trialHandler(parts));
  parts.jobs.register(suggestHandler(parts));
  const { db, knowledge } = parts;
  return {
    /** Throws NOT_FOUND, FORBIDDEN. */
    requireReader: async (caller: ScopedCaller, storeId: string): Promise<void> =>
      requireWhole(db, await knowledge.stores.require(caller, storeId), await knowledge.callersOf(caller)),
    cases: { ...createMeasureCases(parts), ...createCaseTransfer(parts) },
    runs: { ...createMeasurements(parts), ...createMeasurementResults(parts) },
  };
}

export type KnowledgeMeasures = ReturnType<typeof createKnowledgeMeasures>;
