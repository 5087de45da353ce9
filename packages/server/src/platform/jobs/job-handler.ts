import type { Job } from '@tendril/contract/api/jobs';
import type { DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { LaneName } from './lanes.ts';

type JobUnit = Job['progress']['unit'];
type JobStage = NonNullable<Job['stage']>;

interface JobStep {
  done: number;
  total: number | null;
  unit?: JobUnit;
  stage?: JobStage;
  /** Where to resume if the process ends right after this step; plain JSON. */
  checkpoint: unknown;
  /** Deaths of the process before it count no more: it is progress, or notes itself what may end the process again. */
  forgetsDeaths?: boolean;
  /** Notes only what is begun: failed attempts before it still count. */
  isNote?: boolean;
}

/** A job as its handler sees it. */
export interface RunningJob extends Scope {
  readonly id: string;
  readonly subjectId: string;
  readonly partId: string | null;
  readonly input: unknown;
  /** Of the last committed step; `undefined` at the first start. */
  readonly checkpoint: unknown;
  /** Whether a temporary failure of this attempt ends the job; not after a step, which begins the attempts again. */
  readonly isLastAttempt: boolean;
  /** How often its process died under it so far. */
  readonly deaths: number;
  /** Aborts when the job was cancelled, taken over, or the server stops. */
  readonly signal: AbortSignal;
  /** Commits a step together with its results. Throws when the job is no longer ours. */
  advance(step: JobStep, write?: (trx: DatabaseTransaction) => Promise<void>): Promise<void>;
  /** Waits until this process has worked for so long, at most `mostMs`; says whether it has. Throws when the job is to stop. */
  untilUpFor(ms: number, mostMs?: number): Promise<boolean>;
  /** Says what it is at, between two steps. */
  describe(stage: JobStage): Promise<void>;
}

/** Work of one kind. */
export interface JobHandler {
  readonly kind: string;
  readonly unit: JobUnit;
  readonly lane: LaneName;
  /** Leaves no row when it is done: what it did stands elsewhere. */
  readonly isEphemeral?: boolean;
  /**
   * Gives way when it has worked for a while and another record's job waits in its queue: it goes on after that, from its
   * last step. So nobody waits for the whole of somebody else's work.
   */
  readonly takesTurns?: boolean;
  /** What it returns is done, although somebody canceled it at the last moment. */
  readonly isFinal?: boolean;
  /** Does the work, from the checkpoint on; returns the result, plain JSON. */
  run(job: RunningJob): Promise<unknown>;
  /** Reverts what a job that failed for good, or was cancelled, has created; in the transaction that ends it. */
  undo?(
    trx: DatabaseTransaction,
    job: Scope & Pick<RunningJob, 'id' | 'subjectId' | 'partId'>,
    why: string | undefined,
  ): Promise<void>;
}
