import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { LoaderRow } from '../document-stores/public.ts';
import { afterStop, documentFileWrites, isOnlyBegun } from '../files/public.ts';
import { storeIndexStore } from '../index/public.ts';
import { descriptionOf } from './description-of.ts';
import { noCounts } from './no-counts.ts';
import type { ListedFile } from './plan-sync.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';

/** How far a sync is: each step and the note of it are one transaction. */
export class SyncProgress {
  readonly #job: RunningJob;
  readonly #loader: LoaderRow;
  #checkpoint: SyncCheckpoint;

  constructor(job: RunningJob, loader: LoaderRow) {
    this.#job = job;
    this.#loader = loader;
    const stored = (job.checkpoint as SyncCheckpoint | undefined) ?? {
      ...{ phase: 'list', startedAt: Date.now(), isWhole: true, note: '', counts: noCounts },
      ...{ done: 0, total: 0 },
    };
    this.#checkpoint = { ...stored, ...afterStop(stored, job.deaths) };
  }

  get checkpoint(): SyncCheckpoint {
    return this.#checkpoint;
  }

  /** Counts otherwise what is noted with the next step. */
  correct(counts: SyncCheckpoint['counts']): void {
    this.#checkpoint = { ...this.#checkpoint, counts };
  }

  async advance(
    next: SyncCheckpoint,
    write: (trx: DatabaseTransaction) => Promise<void> = async () => {},
    forgetsDeaths = false,
  ): Promise<void> {
    const { phase, done, total, counts } = next;
    const place = phase === 'list' ? { done: counts.listed, total: null } : { done, total };
    const isNote = next === this.#checkpoint || isOnlyBegun(next);
    const step = { ...place, unit: 'parts' as const, checkpoint: next, forgetsDeaths, isNote };
    await this.#job.advance(step, write);
    this.#checkpoint = next;
  }

  /** Notes what the source says of a file; other readers of it are a change of what can be found. */
  async describe(
    trx: DatabaseTransaction,
    file: { id: string; acl?: string | null },
    entry: ListedFile,
    version: string | null,
  ): Promise<void> {
    if (entry.acl !== null && entry.acl !== file.acl)
      await storeIndexStore(trx).count(this.#job, this.#loader.storeId, false);
    await documentFileWrites(trx).update(this.#job, file.id, descriptionOf(entry, version));
  }
}
