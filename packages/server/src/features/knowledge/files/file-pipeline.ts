import { loopTurn } from '../../../platform/loop-turn.ts';
import {
  addUp,
  type ChunkedPart,
  type ChunkRow,
  chunkStore,
  embedChunks,
  type ParentRow,
  type PreparedChunks,
  type ProcessParts,
  readReading,
  toChunkRows,
  toParentRows,
  writeContexts,
} from '../document-stores/public.ts';
import type { DocumentFileRow } from './document-files.store.ts';
import type { FileJob, FileReached } from './file-job.ts';
import { type FilePage, putPage, putVectors } from './put-file.ts';

const chunksAtOnce = 100;
/** Pages that are being embedded while the file is read on. */
const pagesAhead = 8;
const mostProblems = 20;
const longestProblem = 2000;
const nothing: FilePage = { rows: [], parents: [], vectors: [] };

/**
 * The way of a file's chunks from its reader into the database: pages of them are written as they come and embedded
 * meanwhile, several at once, and the reader waits when too many are under way.
 */
export class FilePipeline {
  readonly #parts: ProcessParts;
  readonly #job: FileJob;
  readonly #file: DocumentFileRow;
  /** It starts over after each stop: what is written of it is no progress before all of it is. */
  readonly #isFromStart: boolean;
  /** What a model writes about chunks is embedded with them: then they are embedded last. */
  readonly #context: ReturnType<typeof readReading>['context'];
  #reached: FileReached;
  #rows: ChunkRow[] = [];
  #parents = new Map<string, ParentRow>();
  #chunks: number;
  #read: number;
  /** Chunks of the next part that are taken already. */
  #ofPart: number;
  #share = 0;
  #ahead: Promise<PreparedChunks>[] = [];
  #underWay = new Set<string>();
  #problems: string[];

  constructor(
    parts: ProcessParts,
    job: FileJob,
    file: DocumentFileRow,
    { reached, isFromStart }: { reached: FileReached; isFromStart: boolean },
  ) {
    this.#isFromStart = isFromStart;
    this.#parts = parts;
    this.#job = job;
    this.#file = file;
    this.#reached = reached;
    this.#context = readReading(job.loader.reading).context;
    this.#chunks = reached.chunks;
    this.#read = reached.parts;
    this.#ofPart = reached.ofPart ?? 0;
    this.#problems = [...reached.problems];
  }

  /** Parts that are on disk already. */
  get skipped(): number {
    return this.#reached.parts;
  }

  get chunks(): number {
    return this.#chunks;
  }

  /** What of the file could not be read. */
  get problem(): string | null {
    return this.#problems.length === 0 ? null : this.#problems.join(' ').slice(0, longestProblem);
  }

  /** Embeds what was written before a stop. */
  async resume(): Promise<void> {
    if (this.#reached.chunks > 0 && !this.#context) await this.#embedStored();
  }

  async push({ chunks, progress, problem }: ChunkedPart): Promise<void> {
    this.#share = progress.total ? Math.min(0.99, progress.done / progress.total) : this.#share;
    if (problem !== undefined && this.#problems.length < mostProblems) this.#problems.push(problem);
    // One part may give thousands of chunks: those of it that are on disk are left out.
    for (let start = this.#ofPart; start < chunks.length; start = this.#ofPart) {
      const some = chunks.slice(start, start + chunksAtOnce - this.#rows.length);
      this.#add(some);
      this.#ofPart = start + some.length;
      if (this.#ofPart < chunks.length) await this.#flush();
    }
    this.#read += 1;
    this.#ofPart = 0;
    if (this.#rows.length >= chunksAtOnce) await this.#flush();
  }

  #add(chunks: ChunkedPart['chunks']): void {
    const { workspaceId, id: batch, loader } = this.#job;
    const { storeId, id: loaderId } = loader;
    const { edition, before } = this.#reached;
    const placing = {
      ...{ workspaceId, storeId, loaderId, batch, edition },
      ...{ before: before + this.#chunks, fileId: this.#file.id },
    };
    this.#rows.push(...toChunkRows(placing, chunks));
    for (const parent of toParentRows(placing, chunks)) this.#parents.set(parent.key, parent);
    this.#chunks += chunks.length;
  }

  /** The chunks that are not written yet; all others are, and every text is embedded where it is to be. */
  async end(): Promise<FilePage> {
    if (this.#context) {
      await this.#write(nothing.vectors);
      await writeContexts(this.#parts, this.#job, this.#context, this.#job.loader.storeId);
    }
    if (this.#context && this.#job.sets) await this.#embedStored();
    const last = this.#take();
    const vectors = this.#embed(last.rows);
    await this.#settle(0);
    if (!vectors) return last;
    const prepared = await this.#job.whileWaiting(vectors);
    this.#count(prepared);
    return { ...last, vectors: prepared.sets };
  }

  /** Writes the chunks that are left, with their vectors. */
  async write(page: FilePage): Promise<void> {
    await this.#commitPage((trx) => putPage(trx, this.#job, page));
  }

  /** Ends what is still under way. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#ahead);
  }

  async #flush(): Promise<void> {
    const page = this.#take();
    if (!this.#context) {
      const prepared = this.#embed(page.rows);
      if (prepared) this.#ahead.push(prepared);
    }
    await this.#commitPage((trx) => putPage(trx, this.#job, page));
    await this.#settle(pagesAhead - 1);
    await loopTurn();
  }

  async #write(vectors: FilePage['vectors']): Promise<void> {
    const page = this.#take();
    if (page.rows.length > 0) await this.#commitPage((trx) => putPage(trx, this.#job, { ...page, vectors }));
  }

  #take(): FilePage {
    const page = { rows: this.#rows, parents: [...this.#parents.values()], vectors: [] };
    this.#rows = [];
    this.#parents = new Map();
    return page;
  }

  #embed(rows: readonly ChunkRow[]): Promise<PreparedChunks> | undefined {
    const { sets } = this.#job;
    if (!sets || rows.length === 0) return undefined;
    const prepared = embedChunks(this.#parts, { job: this.#job, sets }, rows, this.#underWay);
    // Its failure is that of the page when its turn comes.
    prepared.catch(() => undefined);
    return prepared;
  }

  /** Writes the vectors of the oldest pages until this many are under way. */
  async #settle(most: number): Promise<void> {
    while (this.#ahead.length > most) {
      const page = this.#ahead.shift();
      if (!page) return;
      const prepared = await this.#job.whileWaiting(page);
      this.#count(prepared);
      // Chunks that were taken meanwhile are not on disk: this is no step of the file.
      await this.#commit(this.#reached, (trx) => putVectors(trx, this.#job, prepared.sets));
    }
  }

  #count({ chunks, missing, updated, split }: PreparedChunks): void {
    this.#job.embedded = addUp(this.#job.embedded, chunks, {
      ...{ missing, updated, split, isShown: this.#job.isOpen },
    });
  }

  /** Writes what was read so far. */
  async #commitPage(write: Parameters<FileJob['commit']>[1]): Promise<void> {
    const { begunAt, stops, fileId, edition, before, cutting } = this.#reached;
    this.#reached = {
      ...{ fileId, edition, before, ...(cutting !== undefined && { cutting }) },
      ...{
        parts: this.#read,
        ofPart: this.#ofPart,
        chunks: this.#chunks - this.#rows.length,
        problems: this.#problems,
      },
      ...(this.#isFromStart && { begunAt, stops }),
    };
    await this.#commit(this.#reached, write);
  }

  #commit(reached: FileReached, write: Parameters<FileJob['commit']>[1]): Promise<void> {
    return this.#job.commit({ reached, share: this.#share, embedded: this.#job.embedded }, write);
  }

  /** Embeds the chunks that are on disk, page by page. */
  async #embedStored(): Promise<void> {
    if (!this.#job.sets) return;
    let place: ChunkRow | undefined;
    for (;;) {
      const rows = await chunkStore(this.#parts.db).after(this.#job, [this.#job.id], place, chunksAtOnce);
      place = rows.at(-1);
      const prepared = this.#embed(rows);
      if (!prepared) break;
      this.#ahead.push(prepared);
      await this.#settle(pagesAhead - 1);
    }
    await this.#settle(0);
  }
}
