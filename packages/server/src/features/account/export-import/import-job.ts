import { createReadStream } from 'node:fs';
import type { BundleReport } from '@tendril/contract/api/export-import';
import type { Job } from '@tendril/contract/api/jobs';
import { AppError, type ErrorCode } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { contentChecks } from '../../../platform/files/content-checks.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { ownedFileStore } from '../../../platform/files/owned-files.ts';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import type { JobHandler, RunningJob } from '../../../platform/jobs/job-handler.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { BundleFile, BundleFiles } from './bundle-file.ts';
import type { AfterImport, ImportService, ImportWork } from './import.ts';
import type { ImportProgress } from './import-progress.ts';

interface ImportJobParts {
  db: Database;
  jobs: JobQueue;
  files: FileStore;
  bundles: BundleFiles;
  imports: Pick<ImportService, 'import' | 'finish'>;
  progress: ImportProgress;
}

type Input = { caller: ScopedCaller; sha256: string; bytes: number };

interface Checkpoint {
  /** All is written: what is left is to notify and to record. */
  written?: { report: BundleReport; after: AfterImport };
}

const kind = 'workspace-import';
/** Whose the file of a job is. */
const ownerKind = 'import';
const noteEveryMs = 1000;

export type ImportJobs = ReturnType<typeof createImportJobs>;

/** Imports that outlive their request: after a stop they begin again, and what was written once is not written twice. */
export function createImportJobs(parts: ImportJobParts) {
  const { db, jobs, files } = parts;

  async function start(caller: ScopedCaller, file: BundleFile): Promise<Job> {
    await jobs.requireRoom(caller);
    const { workspaceId } = caller;
    const stored = await files.put(workspaceId, createReadStream(file.path));
    try {
      const input: Input = { caller: plain(caller), sha256: stored.sha256, bytes: file.bytes };
      const job = await db.transaction().execute(async (trx) => {
        const made = await jobs.enqueue(trx, { workspaceId, kind, subjectId: workspaceId, input });
        const row = { ...stored, ownerId: made.id, name: 'import.json', mediaType: 'application/json' };
        await ownedFileStore(trx, ownerKind).insert(caller, [row]);
        return made;
      });
      jobs.poke();
      return job;
    } catch (error) {
      await files.abandon(workspaceId, stored.sha256);
      throw error;
    }
  }

  return {
    start,

    /** For callers who wait for the outcome. Throws what the import refuses. */
    async importNow(caller: ScopedCaller, file: BundleFile): Promise<BundleReport> {
      const { id } = await start(caller, file);
      const ended = await jobs.wait(caller, id, new AbortController().signal);
      if (ended.state === 'done') return ended.result as BundleReport;
      const { code = 'RUN_CANCELLED', message = 'The import was canceled.' } = ended.error ?? {};
      throw new AppError(code as ErrorCode, message);
    },

    handler: (): JobHandler => ({
      ...{ kind, lane: 'long', unit: 'parts', isFinal: true },
      run: (job) => runImport(parts, job),
      async undo(trx, job) {
        for (const sha256 of await ownedFileStore(trx, ownerKind).removeAll(job, job.id))
          await contentChecks(trx).schedule({ workspaceId: job.workspaceId, sha256 });
      },
    }),
  };
}

async function runImport(parts: ImportJobParts, job: RunningJob): Promise<BundleReport> {
  const { caller, ...file } = job.input as Input;
  const { written } = (job.checkpoint ?? {}) as Checkpoint;
  if (written) await parts.imports.finish(caller, written.after);
  const report = written?.report ?? (await importStored(parts, job, caller, file));
  await forgetFile(parts, job);
  return report;
}

async function importStored(
  { files, bundles, imports, progress }: ImportJobParts,
  job: RunningJob,
  caller: ScopedCaller,
  { sha256, bytes }: Pick<Input, 'sha256' | 'bytes'>,
): Promise<BundleReport> {
  const { content } = await files.stream(job.workspaceId, sha256);
  const file = await bundles.take(caller, content, bytes, () => undefined);
  try {
    return await imports.import(caller, file, workOf(job, caller, progress));
  } finally {
    progress.clear(caller);
    await file.remove();
  }
}

/** Notes once a second how far it is; nothing is written before all of it is, in the commit that notes that. */
function workOf(job: RunningJob, scope: Scope, progress: ImportProgress): ImportWork {
  let notedAt = 0;
  return {
    async step(stage, done = 0, total = 0) {
      job.signal.throwIfAborted();
      progress.set(scope, stage, done, total);
      // Writing is one transaction: nothing else can be noted meanwhile.
      if (stage === 'writing' || Date.now() - notedAt < noteEveryMs) return;
      notedAt = Date.now();
      await job.advance({ done, total: total || null, checkpoint: {} });
    },
    commit: (outcome, write) => {
      const total = outcome.report.entries.length;
      const checkpoint: Checkpoint = { written: outcome };
      return job.advance({ done: total, total, checkpoint }, write);
    },
  };
}

async function forgetFile({ db, files }: ImportJobParts, job: RunningJob): Promise<void> {
  for (const sha256 of await ownedFileStore(db, ownerKind).removeAll(job, job.id))
    await files.remove(job.workspaceId, sha256);
}

/** What is left of a caller in JSON: who it is. */
function plain(caller: ScopedCaller): ScopedCaller {
  if (caller.kind === 'user') return caller;
  const { keyId, workspaceId, scope, createdBy } = caller;
  return { kind: 'apiKey', keyId, workspaceId, scope, createdBy };
}
