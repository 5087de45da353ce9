import { randomUUID } from 'node:crypto';
import type { SearchConfiguration } from '@tendril/contract/api/search-configuration';
import type { Scope } from '../../../platform/db/scope.ts';
import { type MeasurementRow, measurementStore } from './measurements.store.ts';
import type { MeasuresParts } from './measures-parts.ts';

/** Older ones are deleted. */
const mostRuns = 100;

export interface NewRun {
  name: string;
  configuration: SearchConfiguration;
  trialId?: string;
  chunker?: object | null;
}

/** Queues one job for some measurements of a knowledge base, and deletes the oldest. */
export async function queueMeasurements(
  { db, jobs }: Pick<MeasuresParts, 'db' | 'jobs'>,
  scope: Scope,
  storeId: string,
  { kind, wanted }: { kind: string; wanted: readonly NewRun[] },
): Promise<MeasurementRow[]> {
  await jobs.requireRoom(scope);
  const { workspaceId } = scope;
  const old = (await measurementStore(db).list(scope, storeId)).slice(mostRuns - wanted.length);
  const now = Date.now();
  const rows = await db.transaction().execute(async (trx) => {
    const job = await jobs.enqueue(trx, { workspaceId, subjectId: randomUUID(), kind });
    // Of one try, the first is listed first.
    const made = wanted.map(({ name, configuration, trialId, chunker }, at) => ({
      ...{ id: randomUUID(), workspaceId, storeId, jobId: job.id, name, skipped: 0 },
      ...{
        configuration: JSON.stringify(configuration),
        trialId: trialId ?? null,
        chunks: null,
        figures: null,
      },
      chunker: chunker ? JSON.stringify(chunker) : null,
      createdAt: now + wanted.length - at,
    }));
    await measurementStore(trx).insert(made);
    await measurementStore(trx).remove(
      scope,
      old.filter(({ figures }) => figures !== null).map(({ id }) => id),
    );
    return made;
  });
  jobs.poke();
  return rows;
}
