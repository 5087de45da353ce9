import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { DocumentSource, SourceContent, SourceEntry } from '@tendril/contract/provider/document-source';
import { leaveToNextCommit } from '../../../platform/db/commit-sync.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { mayRetry } from '../../../platform/jobs/job-failure.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { LoaderRow, ProcessParts } from '../document-stores/public.ts';
import {
  afterStop,
  type DocumentFileRow,
  documentFileStore,
  documentFileWrites,
  type FileJob,
  newFileRow,
  openFileJob,
  processFile,
  removeFiles,
  untilSafe,
  waitingFileStore,
} from '../files/public.ts';
import { storeIndexStore } from '../index/public.ts';
import { descriptionOf } from './description-of.ts';
import { noCounts } from './no-counts.ts';
import { inTurn, type Reading } from './order-readings.ts';
import { type KnownFile, type ListedFile, needsConsent, planSync, type SyncPlan } from './plan-sync.ts';
import { readAhead } from './read-ahead.ts';
import { sourceEntryStore } from './source-entries.store.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';
import { afterPage, countEmptyPages, toListedRow } from './sync-listing.ts';

const filesAhead = 3;
const rowsAtOnce = 200;

export interface SyncInput {
  /** Every file is read again, whatever its version: the settings have changed. */
  isFull?: boolean;
  /** A person asked: files that could not be read are tried again. */
  isManual?: boolean;
}

interface SyncRunParts {
  parts: ProcessParts;
  job: RunningJob;
  loader: LoaderRow;
  source: DocumentSource;
  input: SyncInput;
  isUpserting: boolean;
}

/** The file that is being read. */
interface Current {
  reading: Reading;
  fileId: string;
  version: string | null;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const toEntry = ({ key, version, title, url, bytes }: ListedFile): SourceEntry => ({
  ...{ key, version, title, url },
  ...(bytes !== null && { bytes }),
});

/**
 * One sync of a loader with its source: lists, reads what is new or changed, and takes out what is gone. Each step and
 * the note of it are one transaction; after a stop the listing goes on where it was, and what is stored is planned no more.
 */
export class SyncRun {
  readonly #run: SyncRunParts;
  #checkpoint: SyncCheckpoint;

  constructor(run: SyncRunParts) {
    this.#run = run;
    const stored = (run.job.checkpoint as SyncCheckpoint | undefined) ?? {
      ...{ phase: 'list', startedAt: Date.now(), isWhole: true, note: '', counts: noCounts },
      ...{ done: 0, total: 0 },
    };
    this.#checkpoint = { ...stored, ...afterStop(stored, run.job.deaths) };
  }

  get checkpoint(): SyncCheckpoint {
    return this.#checkpoint;
  }

  async list(): Promise<void> {
    const { job, loader, source } = this.#run;
    let emptyPages = 0;
    while (this.#checkpoint.phase === 'list') {
      const page = await source.list(this.#checkpoint.cursor);
      job.signal.throwIfAborted();
      emptyPages = countEmptyPages(emptyPages, page, this.#checkpoint.cursor);
      const rows = page.entries.map((entry) => toListedRow(loader, job, entry));
      await this.#advance(afterPage(this.#checkpoint, page), (trx) => sourceEntryStore(trx).put(rows));
    }
  }

  /** Reads what is new or changed, and takes out what is gone; returns what a person has to confirm. */
  async apply(): Promise<{ held: SyncPlan | undefined }> {
    const { parts, job, loader } = this.#run;
    const plan = await this.#plan();
    await this.#describe(plan);
    await this.#readAll(plan);
    const remove = await this.#stillGone(plan);
    if (needsConsent({ ...plan, remove })) return { held: { ...plan, remove } };
    const gone = remove.map(({ id }) => id);
    for (let start = 0; start < gone.length; start += rowsAtOnce) {
      job.signal.throwIfAborted();
      const ids = gone.slice(start, start + rowsAtOnce);
      await removeFiles(parts, job, loader.id, ids);
      const { counts } = this.#checkpoint;
      await this.#advance({
        ...this.#checkpoint,
        counts: { ...counts, removed: counts.removed + ids.length },
      });
    }
    return { held: undefined };
  }

  /** The files that the plan removes and that were not found again under another key. */
  async #stillGone({ remove }: SyncPlan): Promise<KnownFile[]> {
    const { parts, job, loader } = this.#run;
    const now = new Map(
      (await sourceEntryStore(parts.db).files(job, loader.id)).map((file) => [file.id, file]),
    );
    return remove.filter(({ id, key }) => now.get(id)?.key === key);
  }

  async #plan(): Promise<SyncPlan> {
    const { parts, job, loader, source, input } = this.#run;
    const { isWhole, startedAt } = this.#checkpoint;
    const entries = sourceEntryStore(parts.db);
    const listed = await entries.list(job, loader.id, job.id);
    const files = await entries.files(job, loader.id);
    const plan = planSync(listed, files, {
      isWhole,
      hasContentVersions: source.hasContentVersions,
      redoneBefore: input.isFull ? startedAt : undefined,
      retries: input.isManual === true,
    });
    const total = plan.add.length + plan.change.length;
    const { done, counts } = this.#checkpoint;
    const skipped = listed.filter((entry) => entry.skipped !== null).length;
    // Counted once: after a stop, what was read is unchanged.
    const unchanged = done === 0 ? plan.unchanged + plan.describe.length : counts.unchanged;
    await this.#advance(
      {
        ...this.#checkpoint,
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
      const { counts } = this.#checkpoint;
      await this.#advance(
        { ...this.#checkpoint, counts: { ...counts, moved: counts.moved + moved } },
        async (trx) => {
          for (const { file, entry } of some) await this.#write(trx, file, entry, entry.version);
        },
      );
    }
  }

  async #readAll(plan: SyncPlan): Promise<void> {
    const { parts, job, loader, isUpserting } = this.#run;
    const readings: Reading[] = [
      ...plan.change.map(({ file, entry }) => ({ file, entry })),
      ...plan.add.map((entry) => ({ file: undefined, entry })),
    ];
    if (readings.length === 0) return;
    const { reached, embedded } = this.#checkpoint;
    let current: Current | undefined;
    const fileJob = await openFileJob(parts, {
      ...{ job, loader, isUpserting, reached, embedded },
      commit: async (step, write) => {
        const isDone = step.reached === undefined;
        const next = {
          ...this.#checkpoint,
          ...{ embedded: step.embedded, reached: step.reached },
          suspects: this.#checkpoint.suspects?.filter(({ fileId }) => fileId !== current?.fileId),
        };
        if (!isDone || !current)
          return this.#advance(
            next,
            (trx) => {
              if (!isDone) leaveToNextCommit(trx);
              return write(trx);
            },
            true,
          );
        const { reading, fileId, version } = current;
        await this.#advance(this.#counted(next, reading), async (trx) => {
          await write(trx);
          await this.#write(trx, { id: fileId, acl: reading.file?.acl ?? null }, reading.entry, version);
        });
      },
    });
    const turns = inTurn(readings, this.#checkpoint);
    const suspects = this.#checkpoint.suspects ?? [];
    const movable = new Map(
      plan.remove.flatMap((file) => (file.state === 'failed' ? [] : [[file.id, file] as const])),
    );
    for await (const { item, result } of readAhead(turns, (reading) => this.#fetch(reading), filesAhead)) {
      job.signal.throwIfAborted();
      const suspect = suspects.find(({ fileId }) => fileId === item.file?.id);
      if (suspect) {
        // While it waits, nothing of the job can be what ends the process.
        await this.#advance(this.#checkpoint, undefined, true);
        await untilSafe(fileJob, suspect);
        fileJob.reached = suspect;
      }
      const content = await result.catch((error: unknown) => this.#failed(item, error));
      if (content === 'done') continue;
      const version = content?.version ?? item.entry.version;
      const row = content && (await this.#rowToRead(item, content, version, { fileJob, movable }));
      if (!content) await this.#note(item, version);
      if (!content || !row) continue;
      current = { reading: item, fileId: row.id, version };
      await this.#process(current, row, content, fileJob);
      current = undefined;
    }
  }

  async #fetch({ entry, file }: Reading): Promise<SourceContent | undefined> {
    const { source, input } = this.#run;
    const isKnown = file?.state === 'chunked' || file?.state === 'embedded';
    return source.read(toEntry(entry), isKnown && !input.isFull ? file.version : null);
  }

  /** Notes that a file could not be fetched. Throws what is the fault of the source as a whole. */
  async #failed(reading: Reading, error: unknown): Promise<'done'> {
    const { job } = this.#run;
    job.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    // It went between being listed and being read: the next listing says so.
    if (error.code === 'NOT_FOUND') return 'done';
    if (!job.isLastAttempt && mayRetry(error, 1)) throw error;
    const { entry, file } = reading;
    const next = this.#counted(this.#checkpoint, reading, 'failed');
    await this.#advance(next, async (trx) => {
      const failure = { state: 'failed' as const, error: error.message };
      if (file) await documentFileWrites(trx).update(job, file.id, failure);
      else await documentFileWrites(trx).insertMany([{ ...(await this.#newRow(entry)), ...failure }]);
    });
    return 'done';
  }

  /** A file that is as it was: only its version is noted. */
  async #note(reading: Reading, version: string | null): Promise<void> {
    const { file, entry } = reading;
    if (!file) return;
    const { counts, done } = this.#checkpoint;
    const next = {
      ...this.#checkpoint,
      done: done + 1,
      counts: { ...counts, unchanged: counts.unchanged + 1 },
    };
    await this.#advance(next, async (trx) => {
      const known = version ?? file.version;
      await this.#write(trx, file, entry, known);
    });
  }

  /** The row of a file whose content is another one than before; undefined where nothing is to be read. */
  async #rowToRead(
    reading: Reading,
    content: SourceContent,
    version: string | null,
    { fileJob, movable }: { fileJob: FileJob; movable: Map<string, KnownFile> },
  ): Promise<DocumentFileRow | undefined> {
    const { parts, job, input } = this.#run;
    const { entry, file } = reading;
    const contentHash = hashOf(content.bytes);
    const stored = file && (await documentFileStore(parts.db).find(job, file.id));
    const isWhole = stored?.state === 'chunked' || stored?.state === 'embedded';
    if (isWhole && stored?.contentHash === contentHash && !input.isFull) {
      await this.#note(reading, version);
      return undefined;
    }
    if (!stored && (await this.#moveByContent(entry, version, contentHash, movable))) return undefined;
    const row = stored ?? (await this.#newRow(entry));
    const writes = documentFileWrites(parts.db);
    if (!stored) await this.#insert(row);
    // Taken back from what another sync has left, unless this one goes on there.
    else if (fileJob.reached?.fileId !== row.id)
      await writes.update(job, row.id, { state: 'queued', jobId: null });
    return row;
  }

  async #process(
    { reading: { entry, file } }: Current,
    row: DocumentFileRow,
    content: SourceContent,
    fileJob: FileJob,
  ): Promise<void> {
    const { parts, job } = this.#run;
    const metadata = { source: entry.url ?? entry.title, title: content.title ?? entry.title };
    const { name, bytes } = content;
    await processFile(parts, job, row, { name, bytes, contentHash: hashOf(bytes), metadata }, fileJob);
    const after = await documentFileStore(parts.db).find(job, row.id);
    if (after?.state !== 'failed') return;
    const { counts } = this.#checkpoint;
    const kind = file ? 'changed' : 'added';
    const corrected = { ...counts, failed: counts.failed + 1, [kind]: counts[kind] - 1 };
    this.#checkpoint = { ...this.#checkpoint, counts: corrected };
  }

  /** A new key with the content of a file that is gone: that file, under its new key. */
  async #moveByContent(
    entry: ListedFile,
    version: string | null,
    contentHash: string,
    movable: Map<string, KnownFile>,
  ): Promise<boolean> {
    const { parts, job, loader } = this.#run;
    if (movable.size === 0) return false;
    const same = (await sourceEntryStore(parts.db).sameContent(job, loader.id, contentHash)).find(({ id }) =>
      movable.has(id),
    );
    if (!same) return false;
    movable.delete(same.id);
    const { counts, done } = this.#checkpoint;
    const next = { ...this.#checkpoint, done: done + 1, counts: { ...counts, moved: counts.moved + 1 } };
    await this.#advance(next, async (trx) => {
      await this.#write(trx, same, entry, version);
    });
    return true;
  }

  /** Notes what the source says of a file; other readers of it are a change of what can be found. */
  async #write(
    trx: DatabaseTransaction,
    file: { id: string; acl?: string | null },
    entry: ListedFile,
    version: string | null,
  ): Promise<void> {
    const { job, loader } = this.#run;
    if (entry.acl !== null && entry.acl !== file.acl)
      await storeIndexStore(trx).count(job, loader.storeId, false);
    await documentFileWrites(trx).update(job, file.id, descriptionOf(entry, version));
  }

  async #insert(row: DocumentFileRow): Promise<void> {
    await this.#run.parts.db.transaction().execute((trx) => {
      leaveToNextCommit(trx);
      return documentFileWrites(trx).insertMany([row]);
    });
  }

  async #newRow(entry: ListedFile): Promise<DocumentFileRow> {
    const { parts, loader } = this.#run;
    const position = (await waitingFileStore(parts.db).lastPosition(loader, loader.id)) + 1;
    const { key, title, url, bytes, acl } = entry;
    const row = newFileRow(loader, { key, position, bytes });
    return {
      ...row,
      id: randomUUID(),
      title,
      url,
      acl,
      origin: 'listed',
      aclAt: acl === null ? null : Date.now(),
    };
  }

  #counted(next: SyncCheckpoint, { file }: Reading, as?: 'failed'): SyncCheckpoint {
    const kind = as ?? (file ? 'changed' : 'added');
    return { ...next, done: next.done + 1, counts: { ...next.counts, [kind]: next.counts[kind] + 1 } };
  }

  async #advance(
    next: SyncCheckpoint,
    write: (trx: DatabaseTransaction) => Promise<void> = async () => {},
    forgetsDeaths = false,
  ): Promise<void> {
    const { phase, done, total, counts } = next;
    const step = phase === 'list' ? { done: counts.listed, total: null } : { done, total };
    await this.#run.job.advance({ ...step, unit: 'parts', checkpoint: next, forgetsDeaths }, write);
    this.#checkpoint = next;
  }
}
