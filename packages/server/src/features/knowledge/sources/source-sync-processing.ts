import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { DocumentSource } from '@tendril/contract/provider/document-source';
import type { RunningJob } from '../../../platform/jobs/job-handler.ts';
import {
  type FileProcessing,
  type LoaderRow,
  type ProcessParts,
  printOf,
  readFields,
  settingsOf,
  storeContext,
  storeLoaderStore,
  upsertKind,
} from '../document-stores/public.ts';
import { documentFileStore, removeFiles, removeUnnamed, waitingFileStore } from '../files/public.ts';
import { type HeldFiles, readHeld } from './held-files.ts';
import type { SyncPlan } from './plan-sync.ts';
import { describeReaders, takesAccess } from './source-readers.ts';
import { type SourceSyncRow, sourceSyncStore } from './source-syncs.store.ts';
import type { SyncCheckpoint } from './sync-checkpoint.ts';
import type { SyncInput } from './sync-readings.ts';
import { SyncRun } from './sync-run.ts';

/** The input of the job of a loader that is kept in step. */
export interface SyncJobInput {
  isUpserting: boolean;
  sync?: SyncInput & {
    /** Takes out what a person has agreed to, and nothing else. */
    removesHeld?: boolean;
  };
}

interface SyncResult {
  totalChunks: number;
  upsertJobId: string | null;
}

const mostNamed = 5;
const longestProblem = 2000;

/** Whether what a node reads can be kept in step. */
export const isSource = (node: Pick<AnyNode, 'openSource'>): boolean => node.openSource !== undefined;

/** Jobs of loaders that are kept in step are syncs; those of others are what they are. */
export function sourceSyncProcessing(others: FileProcessing): FileProcessing {
  return {
    async process(parts, job, loader) {
      const sync = await sourceSyncStore(parts.db).find(job, loader.id);
      if (!sync) return others.process(parts, job, loader);
      const { sync: asked } = job.input as SyncJobInput;
      return asked?.removesHeld
        ? removeHeld(parts, job, loader, sync)
        : synchronize(parts, job, loader, sync);
    },

    async undo(trx, job, why) {
      await others.undo(trx, job, why);
      const { workspaceId, partId } = job;
      if (!partId || why === undefined) return;
      const failure = { lastState: 'failed' as const, lastAt: Date.now(), note: why };
      await sourceSyncStore(trx).update({ workspaceId }, partId, failure);
    },
  };
}

async function openSource(
  parts: ProcessParts,
  job: RunningJob,
  loader: LoaderRow,
): Promise<{ source: DocumentSource; asksAccess: boolean }> {
  const { node, template } = await parts.nodes.require('loaders', loader.loaderId, 'loaderId');
  const { loaderConfig, credential } = settingsOf(loader);
  const { patientFetch } = await import('@tendril/catalogue/sources/patient-fetch');
  const provided = parts.provide(job, loader.storeId);
  const services: NodeServices = { ...provided, fetch: patientFetch(provided.fetch, job.signal) };
  const context = storeContext({
    nodeId: loader.loaderId,
    services,
    credential: credential ?? (loaderConfig['credential'] as string | undefined),
    label: template.label,
    signal: job.signal,
  });
  const asksAccess = node.bringsAccess === true && (await takesAccess(parts.db, loader));
  const inputs = readFields(node, loaderConfig, 'loaderConfig') as never;
  const source = await node.openSource?.(inputs, context, { access: asksAccess });
  if (!source) throw new AppError('INVALID_INPUT', `${template.label} cannot be kept in step.`);
  return { source, asksAccess };
}

async function synchronize(
  parts: ProcessParts,
  job: RunningJob,
  loader: LoaderRow,
  sync: SourceSyncRow,
): Promise<SyncResult> {
  const known = (job.checkpoint as SyncCheckpoint | undefined)?.result;
  if (known) return known as SyncResult;
  const { isUpserting, sync: asked = {} } = job.input as SyncJobInput;
  const input = { ...asked, isFull: asked.isFull === true || (loader.isStale === 1 && sync.lastAt !== null) };
  const { source, asksAccess } = await openSource(parts, job, loader);
  try {
    const run = new SyncRun({ parts, job, loader, source, input, isUpserting, asksAccess });
    await run.list();
    const { held } = await run.apply();
    return await finish(parts, job, loader, run.checkpoint, held);
  } finally {
    await source.close?.();
  }
}

/** Commits the end of a sync, what people see of it, and the job that follows. */
async function finish(
  { db, jobs }: ProcessParts,
  job: RunningJob,
  loader: LoaderRow,
  checkpoint: SyncCheckpoint,
  plan: SyncPlan | undefined,
): Promise<SyncResult> {
  const { isUpserting } = job.input as SyncJobInput;
  const { workspaceId, subjectId } = job;
  const upsertJobId = isUpserting ? randomUUID() : null;
  // Chunks of the time before the source was kept in step: what they were read from has been read again.
  if (checkpoint.isWhole) await db.transaction().execute((trx) => removeUnnamed(trx, loader));
  const problem = await problemOf(db, loader);
  const totalChunks = Number((await storeLoaderStore(db).find(job, loader.id))?.totalChunks ?? 0);
  const result: SyncResult = { totalChunks, upsertJobId };
  const held: HeldFiles | null = plan
    ? { at: Date.now(), of: plan.known, ids: plan.remove.map(({ id }) => id) }
    : null;
  const { done, total, counts, isWhole } = checkpoint;
  const note = [checkpoint.note, describeReaders(checkpoint)].filter((text) => text !== '').join(' ');
  const step = {
    done,
    total: Math.max(done, total),
    unit: 'parts' as const,
    checkpoint: { ...checkpoint, result },
  };
  await job.advance(step, async (trx) => {
    const present = await storeLoaderStore(trx).find(job, loader.id);
    if (!present) throw new AppError('NOT_FOUND', 'The loader was deleted.');
    const isStale = printOf(present) === printOf(loader) ? 0 : 1;
    await storeLoaderStore(trx).update(job, loader.id, { isStale, error: null, problem });
    await sourceSyncStore(trx).update(job, loader.id, {
      ...{ lastAt: Date.now(), lastState: held ? 'held' : isWhole ? 'done' : 'partial', note },
      ...{ counts: JSON.stringify(counts), held: held && JSON.stringify(held) },
    });
    if (upsertJobId !== null)
      await jobs.enqueue(trx, {
        id: upsertJobId,
        workspaceId,
        kind: upsertKind,
        subjectId,
        partId: loader.id,
      });
  });
  jobs.poke();
  return result;
}

async function problemOf(db: ProcessParts['db'], loader: LoaderRow): Promise<string | null> {
  const rows = await waitingFileStore(db).withProblems(loader, loader.id, mostNamed);
  const named = rows.map(({ key, error }) => `"${key}": ${error ?? ''}`).join(' ');
  return named === '' ? null : named.slice(0, longestProblem);
}

async function removeHeld(
  parts: ProcessParts,
  job: RunningJob,
  loader: LoaderRow,
  sync: SourceSyncRow,
): Promise<SyncResult> {
  const ids = readHeld(sync.held)?.ids ?? [];
  const listed = new Set(
    (await documentFileStore(parts.db).findMany(job, loader.id, ids)).flatMap(listedIds),
  );
  await removeFiles(
    parts,
    job,
    loader.id,
    ids.filter((id) => listed.has(id)),
  );
  const totalChunks = Number((await storeLoaderStore(parts.db).find(job, loader.id))?.totalChunks ?? 0);
  const counts = { ...(JSON.parse(sync.counts) as object), removed: ids.length };
  const step = { done: ids.length, total: ids.length, unit: 'parts' as const, checkpoint: null };
  await job.advance(step, async (trx) => {
    const changes = { lastState: 'done' as const, held: null, counts: JSON.stringify(counts) };
    await sourceSyncStore(trx).update(job, loader.id, changes);
  });
  return { totalChunks, upsertJobId: null };
}

/** A file that a person has kept meanwhile is not taken out. */
const listedIds = ({ id, origin }: { id: string; origin: string | null }) =>
  origin === 'listed' ? [id] : [];
