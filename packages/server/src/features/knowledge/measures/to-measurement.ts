import type { Job } from '@tendril/contract/api/jobs';
import type { Measurement } from '@tendril/contract/api/knowledge-measures';
import type { SearchConfiguration } from '@tendril/contract/api/search-configuration';
import type { MeasurementRow } from './measurements.store.ts';

/** A measurement as answers have it; its job decides what it is while it has no figures. */
export function toMeasurement(row: MeasurementRow, job: Job | undefined): Measurement {
  const figures = row.figures === null ? null : (JSON.parse(row.figures) as Measurement['figures']);
  const chunker = row.chunker === null ? null : JSON.parse(row.chunker);
  return {
    ...{ id: row.id, name: row.name, jobId: row.jobId, skipped: row.skipped, createdAt: row.createdAt },
    configuration: JSON.parse(row.configuration) as SearchConfiguration,
    trial: row.trialId === null ? null : { id: row.trialId, chunker, chunks: row.chunks },
    figures,
    // Without figures and without its job, it was lost with that.
    state: figures ? 'done' : stateOf(job),
    done: figures?.cases ?? job?.progress.done ?? 0,
    total: figures?.cases ?? job?.progress.total ?? null,
    error: figures ? null : (job?.error?.message ?? null),
  };
}

function stateOf(job: Job | undefined): Measurement['state'] {
  if (job === undefined || job.state === 'done') return 'failed';
  return job.state === 'paused' ? 'waiting' : job.state;
}
