import { randomUUID } from 'node:crypto';
import type { Job } from '@tendril/contract/api/jobs';
import type { Scope } from '../db/scope.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobRow } from './jobs.store.ts';
import type { LaneName } from './lanes.ts';

export interface NewJob extends Scope {
  /** Generated when absent. */
  id?: string;
  kind: string;
  subjectId: string;
  partId?: string | undefined;
  /** Of several jobs of one kind with the same key, one waits: another is not added. */
  key?: string;
  /** That of its handler when absent. */
  lane?: LaneName;
  /** How many of them its workspace may have under way; that of the lane when absent. */
  share?: number;
  /** Not before. */
  runAt?: number;
  /** The one that waits under the key gets this time instead of its own. */
  isMoved?: boolean;
  /** Whose queues it takes, where that is not its workspace: of those under way for one place, its share counts. */
  place?: string;
  input?: unknown;
}

let latestMs = 0;

/** The time, later than at any previous call: jobs of one record run in the order in which they came. */
function laterNow(): number {
  latestMs = Math.max(latestMs + 1, Date.now());
  return latestMs;
}

/** The row of a new job, without its queue. */
export function newJobRow(asked: NewJob, handler: Pick<JobHandler, 'unit' | 'lane'> | undefined): JobRow {
  const now = laterNow();
  const lane = asked.lane ?? handler?.lane ?? 'long';
  const { workspaceId, kind, subjectId } = asked;
  return {
    id: asked.id ?? randomUUID(),
    workspaceId,
    kind,
    lane,
    queue: '',
    key: asked.key ?? null,
    position: 0,
    state: 'waiting',
    subjectId,
    partId: asked.partId ?? null,
    input: JSON.stringify(asked.input ?? null),
    checkpoint: null,
    done: 0,
    total: null,
    unit: handler?.unit ?? 'parts',
    attempts: 0,
    deaths: 0,
    doneAtDeath: 0,
    causes: null,
    error: null,
    result: null,
    isCancelAsked: 0,
    isPauseAsked: 0,
    stage: null,
    leaseOwner: null,
    runAt: asked.runAt ?? Math.min(now, Date.now()),
    createdAt: now,
    updatedAt: now,
  };
}

/** A job as the API shows it. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    lane: row.lane,
    state: row.state,
    subjectId: row.subjectId,
    partId: row.partId,
    progress: { done: row.done, total: row.total, unit: row.unit as Job['progress']['unit'] },
    stage: row.stage === null ? null : (JSON.parse(row.stage) as Job['stage']),
    attempts: row.attempts,
    causes: row.causes === null ? {} : (JSON.parse(row.causes) as Job['causes']),
    error: row.error === null ? null : (JSON.parse(row.error) as Job['error']),
    result: row.result === null ? null : JSON.parse(row.result),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Whether a job is in a final state. */
export function isEnded({ state }: Pick<Job, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}
