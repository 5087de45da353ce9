import type { SimulationFields } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import { readMissingDetails } from '@tendril/contract/voice/missing-secret';
import type { Database } from '../../../platform/db/schema.ts';
import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import { runSimulation, type SimulationMeans } from './run-simulation.ts';
import { openResultStore } from './simulations.store.ts';

export const simulationJobKind = 'simulation';

/** A run as it was asked for: later changes of its test case are not its own. */
export interface SimulationInput {
  agentId: string;
  fields: SimulationFields;
}

interface SimulationJobParts extends SimulationMeans {
  db: Database;
  ownerId: string;
}

const nothing = { checks: [], transcript: [], ms: 0, costUsd: 0 };

/** Runs test cases. A run is started over when its process stops: its call was nobody's. */
export function simulationJob(parts: SimulationJobParts) {
  const { db, ownerId } = parts;
  let isClosing = false;

  const handler: JobHandler = {
    kind: simulationJobKind,
    unit: 'parts',
    lane: 'tests',
    async run(job) {
      const id = job.subjectId;
      if (!(await openResultStore(db).begin(ownerId, id))) return null;
      const { agentId, fields } = job.input as SimulationInput;
      const outcome = await runSimulation(parts, job, agentId, fields, job.signal).catch(failed);
      // Its call was cut off: the job is handed back, and the run started over in another process.
      if (isClosing) await aborted(job.signal);
      job.signal.throwIfAborted();
      const { status, callId, ...result } = outcome;
      await openResultStore(db).finish(ownerId, { id, status, callId, result: JSON.stringify(result) });
      return { status };
    },
    async undo(trx, { subjectId: id }, why = 'The run was canceled.') {
      const store = openResultStore(trx);
      await store.begin(ownerId, id);
      const result = JSON.stringify({ ...nothing, explanation: why });
      await store.finish(ownerId, { id, status: 'error', callId: null, result });
    },
  };
  return {
    handler,
    close() {
      isClosing = true;
    },
  };
}

/** What kept a call from beginning, as the result of its run. */
function failed(error: unknown): Awaited<ReturnType<typeof runSimulation>> {
  const explanation = error instanceof AppError ? error.message : 'The simulation failed.';
  const missing = error instanceof AppError ? readMissingDetails(error.details) : undefined;
  return { status: 'error', explanation, ...nothing, callId: null, ...(missing && { missing }) };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
