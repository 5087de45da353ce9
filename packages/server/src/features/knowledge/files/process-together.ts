import { randomUUID } from 'node:crypto';
import { fileFormat } from '@tendril/catalogue/loading/reading/file-format';
import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import { mayRetry } from '../../../platform/jobs/job-failure.ts';
import {
  addUp,
  embedChunks,
  type PreparedChunks,
  type ProcessParts,
  readReading,
  toChunkRows,
  toParentRows,
} from '../document-stores/public.ts';
import { type DocumentFileRow, groupClaimWrites } from './document-files.store.ts';
import { embedMissing } from './embed-missing.ts';
import type { FileJob } from './file-job.ts';
import type { OpenedFile } from './open-file.ts';
import { putTogether, type WholeFile } from './put-together.ts';
import type { FilesUnderWay } from './suspect-files.ts';

const mostFiles = 50;
const mostBytes = 64 * 1024;
const mostBytesOfOne = 16 * 1024;
const mostChunks = 200;
/** What is read by the server itself, quickly, and the same each time. */
const plainFormats = new Set(['text', 'markdown', 'html', 'code', 'json', 'jsonl', 'csv', 'tsv']);

/** A file that may be read together with others. */
export interface SmallFile {
  file: DocumentFileRow;
  /** It has no row yet: it gets this one. */
  isNew: boolean;
  bytes: number;
  open(): Promise<OpenedFile>;
}

interface GroupSteps {
  /** Files of which another job has one leave that one alone. */
  takesBack: boolean;
  /** Notes what is under way, before anything of it is read. */
  begin(
    group: NonNullable<FilesUnderWay['group']>,
    write: (trx: DatabaseTransaction) => Promise<void>,
  ): Promise<void>;
  /** Notes which files are done, as `write` returns them. */
  end(
    embedded: StoreUpsertResult,
    files: readonly DocumentFileRow[],
    write: (trx: DatabaseTransaction) => Promise<ReadonlySet<string>>,
  ): Promise<void>;
}

/** Whether a file may be read together with others: what may take long, or cost money, is read by itself. */
export function isSmall(
  loader: FileJob['loader'],
  { name, bytes, chunks }: { name: string; bytes: number; chunks: number },
): boolean {
  if (bytes > mostBytesOfOne || chunks > mostChunks) return false;
  return plainFormats.has(fileFormat(name) ?? '') && !readReading(loader.reading).context;
}

/** Whether a group is to be read before this one comes to it. */
export function isFull(group: readonly { bytes: number }[], next: { bytes: number }): boolean {
  return group.length >= mostFiles || group.reduce((sum, { bytes }) => sum + bytes, next.bytes) > mostBytes;
}

/**
 * Reads small files, embeds them with as few requests as there are pages, and puts them in place in one transaction.
 * Returns those that have to be read by themselves: what stands in the way of one does not in that of the others.
 */
export async function processTogether(
  parts: ProcessParts,
  files: readonly SmallFile[],
  job: FileJob,
  steps: GroupSteps,
): Promise<SmallFile[]> {
  const claimed = new Set<string>();
  const known = files.filter(({ isNew }) => !isNew).map(({ file }) => file.id);
  const group = { keys: files.map(({ file }) => file.key), begunAt: job.deaths };
  await steps.begin(group, async (trx) => {
    const ids = await groupClaimWrites(trx).claimMany(job, known, job.id, steps);
    for (const id of ids) claimed.add(id);
  });
  const own = files.filter(({ file, isNew }) => isNew || claimed.has(file.id));
  const { whole, others } = await readWhole(job, own);
  const prepared = await prepare(parts, job, whole);
  if (!prepared) return own;
  if (whole.length > 0) await put(parts, job, whole, prepared, steps);
  return others;
}

async function readWhole(job: FileJob, files: readonly SmallFile[]) {
  const whole: WholeFile[] = [];
  const others: SmallFile[] = [];
  let chunks = 0;
  for (const small of files) {
    const read = await readOne(job, small);
    if (read && chunks + read.rows.length <= mostChunks) {
      chunks += read.rows.length;
      whole.push(read);
    } else others.push(small);
  }
  return { whole, others };
}

/** Undefined for a file that gives no chunks, or more than expected, or that cannot be read whole. */
async function readOne(job: FileJob, { file, isNew, open }: SmallFile): Promise<WholeFile | undefined> {
  const chunks: SourceDocument[] = [];
  try {
    const { opened, facts } = await open();
    for await (const part of opened.parts(0)) {
      chunks.push(...part.chunks);
      if (part.problem !== undefined || chunks.length > mostChunks) return undefined;
    }
    if (chunks.length === 0) return undefined;
    const { workspaceId, storeId, id: loaderId } = job.loader;
    const edition = randomUUID();
    const place = { workspaceId, storeId, loaderId, batch: job.id, edition, before: 0, fileId: file.id };
    const rows = toChunkRows(place, chunks);
    return { file, isNew, edition, rows, parents: toParentRows(place, chunks), changes: await facts() };
  } catch {
    job.signal.throwIfAborted();
    return undefined;
  }
}

/** The vectors that are missing; undefined where each file has to show by itself what a vendor refuses. */
async function prepare(
  parts: ProcessParts,
  job: FileJob,
  files: readonly WholeFile[],
): Promise<PreparedChunks['sets'] | undefined> {
  const rows = files.flatMap((file) => file.rows);
  if (!job.sets || rows.length === 0) return [];
  try {
    const prepared = await job.whileWaiting(embedChunks(parts, { job, sets: job.sets }, rows, new Set()));
    job.embedded = addUp(job.embedded, rows, { ...prepared, isShown: job.isOpen });
    return prepared.sets;
  } catch (error) {
    job.signal.throwIfAborted();
    if (!job.isLastAttempt && mayRetry(error, 1)) throw error;
    return undefined;
  }
}

async function put(
  parts: ProcessParts,
  job: FileJob,
  files: readonly WholeFile[],
  vectors: PreparedChunks['sets'],
  { end }: GroupSteps,
): Promise<void> {
  let placed: Awaited<ReturnType<typeof putTogether>> | undefined;
  await end(
    job.embedded,
    files.map(({ file }) => file),
    async (trx) => {
      placed = await putTogether(trx, job, files, vectors);
      return new Set(placed.files.map(({ file }) => file.id));
    },
  );
  if (!placed) return;
  job.embedded = { ...job.embedded, numDeleted: job.embedded.numDeleted + placed.numDeleted };
  await embedMissing(
    parts,
    job,
    placed.files.map(({ file }) => file.id),
  );
}
