import type { DatabaseTransaction } from '../db/schema.ts';
import type { JobRow } from './jobs.store.ts';

/**
 * Decides when and in which order jobs start, and in which process. What a job is, how far it came and how it ended
 * stands in its row, whatever the engine.
 */
export interface JobEngine {
  /** The place of a new job in its lane, before its row is written. */
  position(trx: DatabaseTransaction, job: Pick<JobRow, 'lane' | 'queue'>): Promise<number>;
  /** Lets a waiting job start at its time; in the transaction that writes its row. */
  schedule(trx: DatabaseTransaction, job: JobRow): Promise<void>;
  /** Lets a waiting job start no more; in the transaction that ends or deletes it. */
  withdraw(trx: DatabaseTransaction, jobIds: readonly string[]): Promise<void>;
  /** Begins to start jobs. */
  start(): Promise<void>;
  /** Looks for work now. */
  poke(): void;
  /** Frees what processes that are gone have claimed, in the transaction that frees their jobs. */
  release(trx: DatabaseTransaction): Promise<void>;
  /** Starts again, once others have freed what this process had claimed. */
  abandon(): void;
  /** Starts no more jobs, and resolves when those under way have ended. */
  close(): Promise<void>;
}
