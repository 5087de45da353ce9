import { randomUUID } from 'node:crypto';
import type { Body } from '@tendril/contract/api/endpoint';
import type { Measurement, startMeasurement, tryChunkers } from '@tendril/contract/api/knowledge-measures';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { isEnded } from '../../../platform/jobs/job-rows.ts';
import { measureKind } from './measure-job.ts';
import { countedCases } from './measure-questions.ts';
import { type MeasurementRow, measurementStore } from './measurements.store.ts';
import type { MeasuresParts } from './measures-parts.ts';
import { type NewRun, queueMeasurements } from './queue-measurements.ts';
import { toMeasurement } from './to-measurement.ts';
import { trialKind } from './trial-job.ts';

/** Measurements: started, listed, read, compared, deleted. */
export function createMeasurements(parts: MeasuresParts) {
  const { db, knowledge, jobs } = parts;
  const store = measurementStore(db);

  async function require(scope: Scope, storeId: string, id: string): Promise<MeasurementRow> {
    const row = await store.find(scope, id);
    if (row?.storeId !== storeId) throw new AppError('NOT_FOUND', 'Measurement not found.');
    return row;
  }

  async function answer(scope: Scope, row: MeasurementRow): Promise<Measurement> {
    const job = row.figures === null ? await jobOf(scope, row) : undefined;
    return toMeasurement(row, job);
  }

  const jobOf = (scope: Scope, { jobId }: MeasurementRow) => jobs.read(scope, jobId).catch(() => undefined);

  async function requireQuestions(scope: Scope, storeId: string): Promise<void> {
    const { cases } = await countedCases(db, scope, storeId);
    if (cases.length === 0)
      throw new AppError('INVALID_INPUT', 'There is no question to ask yet. Save one with a passage first.');
  }

  return {
    async list(scope: Scope, storeId: string): Promise<{ runs: Measurement[] }> {
      await knowledge.stores.require(scope, storeId);
      const rows = await store.list(scope, storeId);
      return { runs: await Promise.all(rows.map((row) => answer(scope, row))) };
    },

    async start(scope: Scope, storeId: string, body: Body<typeof startMeasurement>): Promise<Measurement> {
      const configuration = await knowledge.measuring.resolve(scope, storeId, body.configuration);
      await requireQuestions(scope, storeId);
      const wanted = [{ name: body.name, configuration }];
      const rows = await queueMeasurements(parts, scope, storeId, { kind: measureKind, wanted });
      return answer(scope, rows[0] as MeasurementRow);
    },

    /** Measures the chunks as they are, and up to three other ways to cut the documents. */
    async tryChunkers(scope: Scope, storeId: string, body: Body<typeof tryChunkers>) {
      const { measuring } = knowledge;
      const configuration = await measuring.resolve(scope, storeId, body.configuration);
      const trialId = randomUUID();
      const wanted: NewRun[] = [{ name: '', configuration, trialId, chunker: null }];
      for (const [at, chunker] of body.candidates.entries()) {
        const { splitterId, splitterConfig } = chunker;
        const name = await measuring.checkChunker(splitterId, splitterConfig, `candidates.${at}`);
        wanted.push({ name, configuration, trialId, chunker });
      }
      await requireQuestions(scope, storeId);
      const rows = await queueMeasurements(parts, scope, storeId, { kind: trialKind, wanted });
      return { runs: await Promise.all(rows.map((row) => answer(scope, row))) };
    },

    /** The job of a try goes on for the others. */
    async remove(scope: Scope, storeId: string, id: string): Promise<void> {
      const row = await require(scope, storeId, id);
      const others = (await store.ofJob(scope, row.jobId)).filter(
        (one) => one.id !== id && one.figures === null,
      );
      const job = await jobOf(scope, row);
      if (job && !isEnded(job) && others.length === 0) await jobs.cancel(scope, job.id);
      await store.remove(scope, [id]);
    },
  };
}
