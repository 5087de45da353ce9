import type { Job } from '@tendril/contract/api/jobs';
import type { DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';

type JobUnit = Job['progress']['unit'];

interface JobStep {
  done: number;
  total: number | null;
  unit?: JobUnit;
  /** Where to resume if the process ends right after this step; plain JSON. */
  checkpoint: unknown;
}

/** A job as its handler sees it. */
export interface RunningJob extends Scope {
  readonly id: string;
  readonly subjectId: string;
  readonly partId: string | null;
  readonly input: unknown;
  /** Of the last committed step; `undefined` at the first start. */
  readonly checkpoint: unknown;
  /** Whether a temporary failure of this attempt ends the job. */
  readonly isLastAttempt: boolean;
  /** Aborts when the job was cancelled, taken over, or the server stops. */
  readonly signal: AbortSignal;
  /** Commits a step together with its results. Throws when the job is no longer ours. */
  advance(step: JobStep, write?: (trx: DatabaseTransaction) => Promise<void>): Promise<void>;
}

/** Work of one kind. */
export interface JobHandler {
  readonly kind: string;
  readonly unit: JobUnit;
  /** Does the work, from the checkpoint on; returns the result, plain JSON. */
  run(job: RunningJob): Promise<unknown>;
  /** Reverts what a job that failed for good, or was cancelled, has created; in the transaction that ends it. */
  undo?(
    trx: DatabaseTransaction,
    job: Scope & Pick<RunningJob, 'id' | 'subjectId' | 'partId'>,
    why: string | undefined,
  ): Promise<void>;
}
