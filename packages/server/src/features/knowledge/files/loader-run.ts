import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import type { Job } from '@tendril/contract/api/jobs';
import { leaveToNextCommit } from '../../../platform/db/commit-sync.ts';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { isNamedToAll } from '../access/public.ts';
import {
  emptyResult,
  fileValue,
  type LoaderRow,
  openLoader,
  type ProcessInput,
  type ProcessParts,
  settingsOf,
} from '../document-stores/public.ts';
import {
  type DocumentFileRow,
  documentFileStore,
  documentFileWrites,
  groupClaimWrites,
  waitingFileStore,
} from './document-files.store.ts';
import { type FileJob, type FileReached, openFileJob } from './file-job.ts';
import { smallFile } from './file-jobs.ts';
import type { LoaderFiles } from './loader-files.ts';
import { openFile } from './open-file.ts';
import { processFile } from './process-file.ts';
import { isFull, isSmall, processTogether, type SmallFile } from './process-together.ts';
import { afterStop, type FilesUnderWay, isOnlyBegun, untilSafe, withoutFile } from './suspect-files.ts';

const filesAtOnce = 100;
/** How often what waits is counted again. */
const countMs = 2000;
const sampleMs = 2000;
/** How often somebody looks for new files while a suspect waits. */
const lookMs = 2000;
const rateMs = 60_000;

interface Checkpoint extends FilesUnderWay {
  /** Bytes of the files that are done; at least one each. */
  bytes: number;
  done: number;
  embedded: StoreUpsertResult;
  /** The last step is on disk. */
  result?: FilesResult;
}

export interface FilesResult {
  totalChunks: number;
  upsertJobId: string | null;
}

interface RunParts {
  parts: ProcessParts;
  job: RunningJob;
  loader: LoaderRow;
  files: LoaderFiles;
}

const fresh: Checkpoint = { bytes: 0, done: 0, embedded: emptyResult };

/** At least one, so that every file is progress. */
const sizeOf = ({ bytes }: Pick<DocumentFileRow, 'bytes'>) => Math.max(1, Number(bytes ?? 1));

/** One job's way through the files of a loader that wait to be read. */
export class LoaderRun {
  readonly #run: RunParts;
  readonly #input: ProcessInput;
  #checkpoint: Checkpoint;
  #size = 1;
  #total = 0;
  /** Null where not everybody who may see the job may read the file. */
  #name: string | null = null;
  #fileId = '';
  #key = '';
  #samples: { at: number; done: number }[] = [];
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(run: RunParts) {
    this.#run = run;
    this.#input = run.job.input as ProcessInput;
    const stored = (run.job.checkpoint as Checkpoint | undefined) ?? fresh;
    this.#checkpoint = { ...stored, ...afterStop(stored, run.job.deaths) };
  }

  get checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  /** Notes that all files are to be read, unless that was done. */
  async begin(): Promise<void> {
    const { job, loader } = this.#run;
    if (job.checkpoint !== undefined) return;
    const step = { done: 0, total: null, unit: 'bytes' as const, checkpoint: this.#checkpoint };
    await job.advance(step, async (trx) => {
      if (!this.#input.isPartial) await documentFileWrites(trx).queue(job, loader.id);
    });
  }

  /** Reads the files, small ones first; also those that are added meanwhile. */
  async readAll(): Promise<void> {
    const { parts, job, loader } = this.#run;
    const { reached, embedded } = this.#checkpoint;
    const { isUpserting, isSmall: wantsSmall = false } = this.#input;
    const commit: FileJob['commit'] = (step, write) => this.#commit(step, write);
    const fileJob = await openFileJob(parts, { job, loader, isUpserting, reached, embedded, commit });
    const store = documentFileStore(parts.db);
    const { suspects = [] } = this.#checkpoint;
    const apart = [...suspects, ...(reached ? [reached] : [])].map(({ fileId }) => fileId);
    // A group that a stop interrupted waits again.
    if (job.checkpoint !== undefined)
      await groupClaimWrites(parts.db).returnMany(job, loader.id, job.id, apart);
    if (reached) await this.#read(fileJob, await store.find(job, reached.fileId));
    for (;;) {
      const next = await waitingFileStore(parts.db).queued(
        job,
        loader.id,
        { small: smallFile, isSmall: wantsSmall },
        filesAtOnce,
      );
      await this.#readPage(
        fileJob,
        next.map(({ id }) => id),
      );
      const [suspect] = this.#checkpoint.suspects ?? [];
      if (next.length === 0 && !suspect) return;
      if (next.length === 0 && suspect)
        await this.#readSuspect(fileJob, suspect, await store.find(job, suspect.fileId));
    }
  }

  /** Reads files that wait; small ones together. */
  async #readPage(fileJob: FileJob, ids: readonly string[]): Promise<void> {
    const { parts, job, loader } = this.#run;
    const store = documentFileStore(parts.db);
    const rows = new Map((await store.findMany(job, loader.id, ids)).map((row) => [row.id, row]));
    let group: SmallFile[] = [];
    const others = new Set<string>();
    const readGroup = async () => {
      const files = group;
      group = [];
      for (const { file } of await this.#readTogether(fileJob, files)) others.add(file.id);
    };
    const { alone = [] } = this.#checkpoint;
    for (const id of ids) {
      const file = rows.get(id);
      const bytes = Number(file?.bytes ?? Number.POSITIVE_INFINITY);
      const name = file?.storedName ?? file?.key ?? '';
      if (!file || alone.includes(file.key) || !isSmall(loader, { name, bytes, chunks: file.chunks })) {
        others.add(id);
        continue;
      }
      if (isFull(group, { bytes })) await readGroup();
      const open = async () => openFile(parts, job, fileJob, await this.#contentOf(file));
      group.push({ file, isNew: false, bytes, open });
    }
    await readGroup();
    for (const id of ids) if (others.has(id)) await this.#read(fileJob, await store.find(job, id));
  }

  async #readTogether(fileJob: FileJob, files: readonly SmallFile[]): Promise<readonly SmallFile[]> {
    const { parts, loader } = this.#run;
    const [first] = files;
    if (!first || files.length === 1) return files;
    this.#name = (await isNamedToAll(parts.db, loader, first.file)) ? first.file.key : null;
    await this.#count();
    return processTogether(parts, files, fileJob, {
      takesBack: false,
      begin: (group, write) => this.#advance({ ...this.#checkpoint, group }, write),
      end: async (embedded, read, write) => {
        const { bytes, done } = this.#checkpoint;
        const size = read.reduce((sum, file) => sum + sizeOf(file), 0);
        const next = { ...this.#checkpoint, embedded, bytes: bytes + size, done: done + read.length };
        await this.#advance(
          { ...next, group: undefined },
          async (trx) => {
            await write(trx);
          },
          true,
        );
      },
    });
  }

  async #readSuspect(
    fileJob: FileJob,
    suspect: FileReached,
    file: DocumentFileRow | undefined,
  ): Promise<void> {
    // While it waits, nothing of the job can be what ends the process.
    await this.#note(this.#checkpoint);
    // Files that come meanwhile are read first.
    if (!(await untilSafe(fileJob, suspect, lookMs))) return;
    fileJob.reached = suspect;
    await this.#read(fileJob, file);
    const suspects = this.#checkpoint.suspects?.filter(({ fileId }) => fileId !== suspect.fileId);
    this.#checkpoint = { ...this.#checkpoint, suspects };
  }

  async #note(checkpoint: Checkpoint): Promise<void> {
    const done = checkpoint.bytes;
    const step = { done, total: Math.max(this.#total, done), unit: 'bytes' as const };
    await this.#run.job.advance({ ...step, checkpoint, forgetsDeaths: true, isNote: true });
  }

  async #read(fileJob: FileJob, file: DocumentFileRow | undefined): Promise<void> {
    const { parts, job, loader } = this.#run;
    // Somebody may have deleted it, or another job have taken it.
    const isOurs = file && (file.state === 'queued' || file.jobId === job.id);
    if (!isOurs) return;
    this.#size = sizeOf(file);
    this.#name = (await isNamedToAll(parts.db, loader, file)) ? file.key : null;
    this.#fileId = file.id;
    this.#key = file.key;
    await this.#count();
    await processFile(parts, job, file, await this.#contentOf(file), fileJob);
  }

  async #contentOf(file: DocumentFileRow) {
    const { parts, job, loader, files } = this.#run;
    const name = file.storedName ?? file.key;
    const settings = settingsOf(loader);
    const opened = await openLoader({
      nodes: parts.nodes,
      services: parts.provide(job, loader.storeId),
      settings: { ...settings, loaderConfig: { ...settings.loaderConfig, [files.field]: fileValue([name]) } },
      signal: job.signal,
    });
    const readHash = async () =>
      (await parts.files.find(job, loader.storeId, name).catch(() => undefined))?.sha256;
    return { name, opened, readHash };
  }

  /** How much there is to do; files may be added while others are read. */
  async #count(): Promise<void> {
    if (performance.now() - this.#countedAt < countMs) return;
    this.#countedAt = performance.now();
    const { parts, loader } = this.#run;
    const counts = await documentFileStore(parts.db).countByState(loader, { loaderId: loader.id });
    const open = counts.filter(({ state }) => state === 'queued' || state === 'reading');
    this.#total = this.#checkpoint.bytes + open.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Where it is, and how long the rest will take at the rate of the last minute. */
  #stageAt(done: number, total: number): NonNullable<Job['stage']> {
    const now = Date.now();
    const [last] = this.#samples.slice(-1);
    if (!last || now - last.at >= sampleMs) this.#samples.push({ at: now, done });
    while ((this.#samples[1]?.at ?? now) < now - rateMs) this.#samples.shift();
    const [first] = this.#samples;
    const perMs = first && now > first.at ? (done - first.done) / (now - first.at) : 0;
    const isKnown = perMs > 0 && first !== undefined && now - first.at >= sampleMs;
    const leftMs = isKnown ? Math.round((total - done) / perMs) : null;
    return { doing: 'reading', what: this.#name, waitsFor: null, leftMs };
  }

  async #commit(
    { reached, share, embedded }: Parameters<FileJob['commit']>[0],
    write: Parameters<FileJob['commit']>[1],
  ): Promise<void> {
    const isDone = reached === undefined;
    const { bytes, done: files } = this.#checkpoint;
    const rest = withoutFile(this.#checkpoint, { fileId: this.#fileId, key: isDone ? this.#key : undefined });
    const next = {
      ...{ embedded, reached, ...rest },
      ...(isDone ? { bytes: bytes + this.#size, done: files + 1 } : { bytes, done: files }),
    };
    await this.#advance(next, write, isDone, isDone ? 0 : Math.floor(share * this.#size));
  }

  /** `further`: bytes of a file that is not done. */
  async #advance(
    next: Checkpoint,
    write: Parameters<FileJob['commit']>[1],
    isDone = false,
    further = 0,
  ): Promise<void> {
    const done = next.bytes + further;
    const total = Math.max(this.#total, done);
    const stage = this.#stageAt(done, total);
    const step = {
      ...{ done, total, unit: 'bytes' as const, stage, checkpoint: next },
      ...{ forgetsDeaths: true, isNote: isOnlyBegun(next) },
    };
    await this.#run.job.advance(step, (trx) => {
      if (!isDone) leaveToNextCommit(trx);
      return write(trx);
    });
    this.#checkpoint = next;
    // Nothing waited for the disk: others are served before the next step.
    if (!isDone) await loopTurn();
  }
}
