import { documentFileStore, removeFiles } from '../files/public.ts';
import { type KnownFile, needsConsent, planSync, type SyncPlan } from './plan-sync.ts';
import { sourceEntryStore } from './source-entries.store.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';
import { afterPage, countEmptyPages, toListedRow } from './sync-listing.ts';
import { SyncProgress } from './sync-progress.ts';
import { SyncReadings, type SyncRunParts } from './sync-readings.ts';

const rowsAtOnce = 200;

/**
 * One sync of a loader with its source: lists, reads what is new or changed, and takes out what is gone. Each step and
 * the note of it are one transaction; after a stop the listing goes on where it was, and what is stored is planned no more.
 */
export class SyncRun {
  readonly #run: SyncRunParts;
  readonly #progress: SyncProgress;

  constructor(run: SyncRunParts) {
    this.#run = run;
    this.#progress = new SyncProgress(run.job, run.loader);
  }

  get checkpoint(): SyncCheckpoint {
    return this.#progress.checkpoint;
  }

  async list(): Promise<void> {
    const { job, loader, source, asksAccess } = this.#run;
    let emptyPages = 0;
    while (this.checkpoint.phase === 'list') {
      const page = await source.list(this.checkpoint.cursor);
      job.signal.throwIfAborted();
      emptyPages = countEmptyPages(emptyPages, page, this.checkpoint.cursor);
      const rows = page.entries.map((entry) => toListedRow(loader, job, entry));
      await this.#progress.advance(afterPage(this.checkpoint, page, asksAccess), (trx) =>
        sourceEntryStore(trx).put(rows),
      );
    }
  }

  /** Reads what is new or changed, and takes out what is gone; returns what a person has to confirm. */
  async apply(): Promise<{ held: SyncPlan | undefined }> {
    const { parts, job, loader } = this.#run;
    const plan = await this.#plan();
    await this.#describe(plan);
    await new SyncReadings(this.#run, this.#progress).readAll(plan);
    const remove = await this.#stillGone(plan);
    if (needsConsent({ ...plan, remove })) return { held: { ...plan, remove } };
    const gone = remove.map(({ id }) => id);
    for (let start = 0; start < gone.length; start += rowsAtOnce) {
      job.signal.throwIfAborted();
      const ids = gone.slice(start, start + rowsAtOnce);
      await removeFiles(parts, job, loader.id, ids);
      const { counts } = this.checkpoint;
      await this.#progress.advance({
        ...this.checkpoint,
        counts: { ...counts, removed: counts.removed + ids.length },
      });
    }
    return { held: undefined };
  }

  /** The files that the plan removes, that were not found again under another key, and that the source has no more. */
  async #stillGone({ remove }: SyncPlan): Promise<KnownFile[]> {
    const { parts, job, loader, source } = this.#run;
    const still: KnownFile[] = [];
    for (let start = 0; start < remove.length; start += rowsAtOnce) {
      const some = remove.slice(start, start + rowsAtOnce);
      const ids = some.map(({ id }) => id);
      const rows = await documentFileStore(parts.db).findMany(job, loader.id, ids);
      const keys = new Map(rows.map(({ id, key }) => [id, key]));
      const gone = some.filter(({ id, key }) => keys.get(id) === key);
      for (const file of gone) {
        if (await source.isThere?.(file.key)) continue;
        job.signal.throwIfAborted();
        still.push(file);
      }
    }
    return still;
  }

  async #plan(): Promise<SyncPlan> {
    const { parts, job, loader, source, input } = this.#run;
    const { isWhole, startedAt } = this.checkpoint;
    const entries = sourceEntryStore(parts.db);
    const listed = await entries.list(job, loader.id, job.id);
    const files = await entries.files(job, loader.id);
    const plan = await planSync(listed, files, {
      isWhole,
      hasContentVersions: source.hasContentVersions,
      redoneBefore: input.isFull ? startedAt : undefined,
      retries: input.isManual === true,
    });
    const total = plan.add.length + plan.change.length;
    const { done, counts } = this.checkpoint;
    const skipped = listed.filter((entry) => entry.skipped !== null).length;
    // Counted once: after a stop, what was read is unchanged.
    const unchanged = done === 0 ? plan.unchanged + plan.describe.length : counts.unchanged;
    await this.#progress.advance(
      {
        ...this.checkpoint,
        total: done + total,
        counts: { ...counts, listed: listed.length, skipped, unchanged },
      },
      (trx) => sourceEntryStore(trx).removeOthers(job, loader.id, job.id),
    );
    return plan;
  }

  /** Notes new names and keys: nothing of them has to be read. */
  async #describe({ describe, move }: SyncPlan): Promise<void> {
    const changes = [
      ...describe.map((pair) => ({ ...pair, isMoved: false })),
      ...move.map((pair) => ({ ...pair, isMoved: true })),
    ];
    for (let start = 0; start < changes.length; start += rowsAtOnce) {
      const some = changes.slice(start, start + rowsAtOnce);
      const moved = some.filter(({ isMoved }) => isMoved).length;
      const { counts } = this.checkpoint;
      await this.#progress.advance(
        { ...this.checkpoint, counts: { ...counts, moved: counts.moved + moved } },
        async (trx) => {
          for (const { file, entry } of some) await this.#progress.describe(trx, file, entry, entry.version);
        },
      );
    }
  }
}
