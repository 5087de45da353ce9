import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { DocumentSource, SourceContent, SourceEntry } from '@tendril/contract/provider/document-source';
import { leaveToNextCommit } from '../../../platform/db/commit-sync.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { mayRetry } from '../../../platform/jobs/job-failure.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { LoaderRow, ProcessParts } from '../document-stores/public.ts';
import {
  type DocumentFileRow,
  documentFileStore,
  documentFileWrites,
  type FileContent,
  type FileJob,
  isFull,
  isSmall,
  newFileRow,
  openFile,
  openFileJob,
  processFile,
  processTogether,
  type SmallFile,
  untilSafe,
  waitingFileStore,
  withoutFile,
} from '../files/public.ts';
import { inTurn, type Reading } from './order-readings.ts';
import type { KnownFile, ListedFile, SyncPlan } from './plan-sync.ts';
import { readAhead } from './read-ahead.ts';
import { sourceEntryStore } from './source-entries.store.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';
import type { SyncProgress } from './sync-progress.ts';

const filesAhead = 3;

export interface SyncInput {
  /** Every file is read again, whatever its version: the settings have changed. */
  isFull?: boolean;
  /** A person asked: files that could not be read are tried again. */
  isManual?: boolean;
}

export interface SyncRunParts {
  parts: ProcessParts;
  job: RunningJob;
  loader: LoaderRow;
  source: DocumentSource;
  input: SyncInput;
  isUpserting: boolean;
  /** The source decides who may read its files, and was asked. */
  asksAccess: boolean;
}

/** A file with the content that it is to be read from. */
interface Fetched {
  reading: Reading;
  row: DocumentFileRow;
  isNew: boolean;
  version: string | null;
  content: FileContent & { bytes: Uint8Array };
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const toEntry = ({ key, version, title, url, bytes }: ListedFile): SourceEntry => ({
  ...{ key, version, title, url },
  ...(bytes !== null && { bytes }),
});

/** The reading of what is new or changed in a source: small files together, others one by one. */
export class SyncReadings {
  readonly #run: SyncRunParts;
  readonly #progress: SyncProgress;
  /** What is read by itself now. */
  #current: Fetched | undefined;
  #group: Fetched[] = [];
  #movable = new Map<string, KnownFile>();

  constructor(run: SyncRunParts, progress: SyncProgress) {
    this.#run = run;
    this.#progress = progress;
  }

  async readAll(plan: SyncPlan): Promise<void> {
    const { job } = this.#run;
    const readings: Reading[] = [
      ...plan.change.map(({ file, entry }) => ({ file, entry })),
      ...plan.add.map((entry) => ({ file: undefined, entry })),
    ];
    if (readings.length === 0) return;
    const fileJob = await this.#openJob();
    const turns = inTurn(readings, this.#progress.checkpoint);
    const suspects = this.#progress.checkpoint.suspects ?? [];
    this.#movable = new Map(
      plan.remove.flatMap((file) => (file.state === 'failed' ? [] : [[file.id, file] as const])),
    );
    for await (const { item, result } of readAhead(turns, (reading) => this.#fetch(reading), filesAhead)) {
      job.signal.throwIfAborted();
      const suspect = suspects.find(({ fileId }) => fileId === item.file?.id);
      if (suspect) {
        await this.#readGroup(fileJob);
        // While it waits, nothing of the job can be what ends the process.
        await this.#progress.advance(this.#progress.checkpoint, undefined, true);
        await untilSafe(fileJob, suspect);
        fileJob.reached = suspect;
      }
      const content = await result.catch((error: unknown) => this.#failed(item, error));
      if (content === 'done') continue;
      const version = content?.version ?? item.entry.version;
      const fetched = content && (await this.#toRead(item, content, version));
      if (!content) await this.#note(item, version);
      if (!fetched) continue;
      if (this.#isSmall(fetched, fileJob)) await this.#add(fetched, fileJob);
      else await this.#readAlone(fetched, fileJob);
    }
    await this.#readGroup(fileJob);
  }

  #openJob(): Promise<FileJob> {
    const { parts, job, loader, isUpserting } = this.#run;
    const { reached, embedded } = this.#progress.checkpoint;
    return openFileJob(parts, {
      ...{ job, loader, isUpserting, reached, embedded },
      commit: async (step, write) => {
        const current = this.#current;
        const isDone = step.reached === undefined;
        const { checkpoint } = this.#progress;
        const own = { fileId: current?.row.id, key: isDone ? current?.row.key : undefined };
        const next = {
          ...{ ...checkpoint, ...withoutFile(checkpoint, own) },
          ...{ embedded: step.embedded, reached: step.reached },
        };
        if (!isDone || !current)
          return this.#progress.advance(
            next,
            (trx) => {
              if (!isDone) leaveToNextCommit(trx);
              return write(trx);
            },
            true,
          );
        const { reading, row, version } = current;
        await this.#progress.advance(this.#counted(next, reading), async (trx) => {
          await write(trx);
          await this.#describe(trx, { id: row.id, acl: reading.file?.acl ?? null }, reading.entry, version);
        });
      },
    });
  }

  #describe(...given: Parameters<SyncProgress['describe']>): Promise<void> {
    return this.#progress.describe(...given);
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
    const next = this.#counted(this.#progress.checkpoint, reading, 'failed');
    await this.#progress.advance(next, async (trx) => {
      const failure = { state: 'failed' as const, error: error.message };
      if (file) await documentFileWrites(trx).update(job, file.id, failure);
      else
        await documentFileWrites(trx).insertMany([
          { ...(await this.#placed(trx, this.#newRow(entry))), ...failure },
        ]);
    });
    return 'done';
  }

  /** A file that is as it was: only its version is noted. */
  async #note(reading: Reading, version: string | null): Promise<void> {
    const { file, entry } = reading;
    if (!file) return;
    const { checkpoint } = this.#progress;
    const { counts, done } = checkpoint;
    const next = { ...checkpoint, done: done + 1, counts: { ...counts, unchanged: counts.unchanged + 1 } };
    await this.#progress.advance(next, (trx) => this.#describe(trx, file, entry, version ?? file.version));
  }

  /** A file whose content is another one than before; undefined where nothing is to be read. */
  async #toRead(
    reading: Reading,
    { name, bytes, title }: SourceContent,
    version: string | null,
  ): Promise<Fetched | undefined> {
    const { parts, job, input } = this.#run;
    const { entry, file } = reading;
    const contentHash = hashOf(bytes);
    const stored = file && (await documentFileStore(parts.db).find(job, file.id));
    const isWhole = stored?.state === 'chunked' || stored?.state === 'embedded';
    if (isWhole && stored?.contentHash === contentHash && !input.isFull) {
      await this.#note(reading, version);
      return undefined;
    }
    if (!stored && (await this.#moveByContent(entry, version, contentHash))) return undefined;
    const metadata = { source: entry.url ?? entry.title, title: title ?? entry.title };
    return {
      ...{ reading, version, isNew: !stored, row: stored ?? this.#newRow(entry) },
      content: { name, bytes, contentHash, metadata },
    };
  }

  #isSmall({ row, content: { name, bytes } }: Fetched, { reached }: FileJob): boolean {
    const { suspects = [], alone = [] } = this.#progress.checkpoint;
    if (alone.includes(row.key) || [reached, ...suspects].some((one) => one?.fileId === row.id)) return false;
    return isSmall(this.#run.loader, { name, bytes: bytes.length, chunks: row.chunks });
  }

  async #add(fetched: Fetched, fileJob: FileJob): Promise<void> {
    const sizes = this.#group.map(({ content }) => ({ bytes: content.bytes.length }));
    if (isFull(sizes, { bytes: fetched.content.bytes.length })) await this.#readGroup(fileJob);
    this.#group.push(fetched);
  }

  /** Reads what has been gathered, in one transaction; what that is not possible with, by itself. */
  async #readGroup(fileJob: FileJob): Promise<void> {
    const { parts, job } = this.#run;
    const group = this.#group;
    this.#group = [];
    const byId = new Map(group.map((fetched) => [fetched.row.id, fetched]));
    const files: SmallFile[] = group.map(({ row, isNew, version, content }) => ({
      file: isNew ? { ...row, version } : row,
      isNew,
      bytes: content.bytes.length,
      open: () => openFile(parts, job, fileJob, content),
    }));
    const { checkpoint } = this.#progress;
    const others =
      files.length < 2
        ? files
        : await processTogether(parts, files, fileJob, {
            takesBack: true,
            begin: (under, write) =>
              this.#progress.advance(
                { ...checkpoint, group: under },
                (trx) => {
                  leaveToNextCommit(trx);
                  return write(trx);
                },
                true,
              ),
            end: (embedded, read, write) => this.#endGroup(embedded, read, write, byId),
          });
    for (const { file } of others) {
      const fetched = byId.get(file.id);
      if (fetched) await this.#readAlone(fetched, fileJob);
    }
  }

  async #endGroup(
    embedded: SyncCheckpoint['embedded'],
    read: readonly DocumentFileRow[],
    write: Parameters<Parameters<typeof processTogether>[3]['end']>[2],
    byId: ReadonlyMap<string, Fetched>,
  ): Promise<void> {
    const files = read.flatMap(({ id }) => byId.get(id) ?? []);
    let next: SyncCheckpoint = { ...this.#progress.checkpoint, embedded, group: undefined };
    for (const { reading } of files) next = this.#counted(next, reading);
    await this.#progress.advance(
      next,
      async (trx) => {
        const placed = await write(trx);
        for (const { reading, row, isNew, version } of files)
          if (!isNew && placed.has(row.id))
            await this.#describe(trx, { id: row.id, acl: reading.file?.acl ?? null }, reading.entry, version);
      },
      true,
    );
  }

  async #readAlone(fetched: Fetched, fileJob: FileJob): Promise<void> {
    const { parts, job } = this.#run;
    const { row, isNew, content } = fetched;
    if (isNew) await this.#insert(row);
    // Taken back from what another sync has left, unless this one goes on there.
    else if (fileJob.reached?.fileId !== row.id)
      await documentFileWrites(parts.db).update(job, row.id, { state: 'queued', jobId: null });
    this.#current = fetched;
    await processFile(parts, job, row, content, fileJob);
    this.#current = undefined;
    const after = await documentFileStore(parts.db).find(job, row.id);
    if (after?.state !== 'failed') return;
    const { checkpoint } = this.#progress;
    const kind = fetched.reading.file ? 'changed' : 'added';
    const { counts } = checkpoint;
    this.#progress.correct({ ...counts, failed: counts.failed + 1, [kind]: counts[kind] - 1 });
  }

  /** A new key with the content of a file that is gone: that file, under its new key. */
  async #moveByContent(entry: ListedFile, version: string | null, contentHash: string): Promise<boolean> {
    const { parts, job, loader } = this.#run;
    if (this.#movable.size === 0) return false;
    const found = await sourceEntryStore(parts.db).sameContent(job, loader.id, contentHash);
    const same = found.find(({ id }) => this.#movable.has(id));
    if (!same) return false;
    this.#movable.delete(same.id);
    const { checkpoint } = this.#progress;
    const { counts, done } = checkpoint;
    const next = { ...checkpoint, done: done + 1, counts: { ...counts, moved: counts.moved + 1 } };
    await this.#progress.advance(next, (trx) => this.#describe(trx, same, entry, version));
    return true;
  }

  async #insert(row: DocumentFileRow): Promise<void> {
    await this.#run.parts.db.transaction().execute(async (trx) => {
      leaveToNextCommit(trx);
      await documentFileWrites(trx).insertMany([await this.#placed(trx, row)]);
    });
  }

  /** A row behind all others of its loader. */
  async #placed(trx: DatabaseTransaction, row: DocumentFileRow): Promise<DocumentFileRow> {
    const { loader } = this.#run;
    return { ...row, position: (await waitingFileStore(trx).lastPosition(loader)) + 1 };
  }

  #newRow({ key, title, url, bytes, acl }: ListedFile): DocumentFileRow {
    return {
      ...newFileRow(this.#run.loader, { key, position: 0, bytes }),
      ...{ id: randomUUID(), title, url, acl, origin: 'listed' },
      aclAt: acl === null ? null : Date.now(),
    };
  }

  #counted(next: SyncCheckpoint, { file }: Reading, as?: 'failed'): SyncCheckpoint {
    const kind = as ?? (file ? 'changed' : 'added');
    return { ...next, done: next.done + 1, counts: { ...next.counts, [kind]: next.counts[kind] + 1 } };
  }
}
