import type { Job } from '@tendril/contract/api/jobs';
import type { DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';

type JobUnit = Job['progress']['unit'];

interface JobStep {
  done: number;
  total: number | null;
  unit?: JobUnit;
  /** Where to go on when the process ends right after this step; plain JSON. */
  checkpoint: unknown;
}

/** A job in the hands of its handler. */
export interface RunningJob extends Scope {
  readonly id: string;
  readonly subjectId: string;
  readonly partId: string | null;
  readonly input: unknown;
  /** Of the last step that is on disk; `undefined` at the first start. */
  readonly checkpoint: unknown;
  /** Whether a passing failure of this attempt ends the job. */
  readonly isLastAttempt: boolean;
  /** Aborts when the job was cancelled, taken over, or the server stops. */
  readonly signal: AbortSignal;
  /** Puts a step on disk together with what it has made, or neither. Throws when the job is no longer ours. */
  advance(step: JobStep, write?: (trx: DatabaseTransaction) => Promise<void>): Promise<void>;
}

/** Work of one kind. */
export interface JobHandler {
  readonly kind: string;
  readonly unit: JobUnit;
  /** Does the work, from the checkpoint on; answers the result, plain JSON. */
  run(job: RunningJob): Promise<unknown>;
  /** Takes back what a job that failed for good, or was cancelled, had made; in the transaction that ends it. */
  undo?(
    trx: DatabaseTransaction,
    job: Scope & Pick<RunningJob, 'id' | 'subjectId' | 'partId'>,
    why: string | undefined,
  ): Promise<void>;
}
