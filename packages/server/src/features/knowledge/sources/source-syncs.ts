import type { Answer, Body } from '@tendril/contract/api/endpoint';
import type { Job } from '@tendril/contract/api/jobs';
import type {
  readSourceSync,
  SkippedFile,
  SourceSync,
  saveSourceSync,
} from '@tendril/contract/api/source-sync';
import { notifySourceSync } from '@tendril/contract/api/source-sync';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { JobHandler } from '../../../platform/jobs/job-handler.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { nextTime } from '../../flows/triggers/public.ts';
import { accessWrites } from '../access/public.ts';
import {
  type KnowledgeService,
  type LoaderRow,
  processKind,
  storeLoaderStore,
} from '../document-stores/public.ts';
import { documentFileWrites } from '../files/public.ts';
import { readHeld } from './held-files.ts';
import { noCounts } from './no-counts.ts';
import { sourceEntryStore } from './source-entries.store.ts';
import { takesAccess } from './source-readers.ts';
import { isSource, type SyncJobInput } from './source-sync-processing.ts';
import { type SourceSyncRow, sourceSyncStore, syncQueue } from './source-syncs.store.ts';
import { setSyncTimer, syncTimerKind } from './sync-timers.ts';

interface SourceSyncParts {
  db: Database;
  jobs: JobQueue;
  knowledge: Pick<KnowledgeService, 'nodes'>;
  secretHint(scope: Scope, loaderId: string): Promise<string>;
  renewSecret(scope: Scope, loaderId: string): Promise<{ secret: string; hint: string }>;
  now(): number;
}

type SyncRules = Body<typeof saveSourceSync>;

const skippedPerPage = 100;
const repeatMs = 60_000;

/** How loaders are kept in step with their sources: set, started, confirmed, shown. */
export class SourceSyncs {
  readonly #parts: SourceSyncParts;

  constructor(parts: SourceSyncParts) {
    this.#parts = parts;
  }

  async read(scope: Scope, id: string): Promise<Answer<typeof readSourceSync>> {
    const { knowledge, db } = this.#parts;
    const loader = await this.#requireLoader(scope, id);
    const { node } = await knowledge.nodes.require('loaders', loader.loaderId, 'loaderId');
    const row = await sourceSyncStore(db).find(scope, id);
    const isTaken = node.bringsAccess && (await takesAccess(db, loader));
    const access = !node.bringsAccess ? 'none' : isTaken ? 'taken' : 'offered';
    return { isPossible: isSource(node), access, sync: row ? await this.#answer(scope, row) : null };
  }

  async save(scope: Scope, id: string, body: SyncRules): Promise<SourceSync> {
    const { db, jobs, knowledge, now } = this.#parts;
    const loader = await this.#requireLoader(scope, id);
    const { node, template } = await knowledge.nodes.require('loaders', loader.loaderId, 'loaderId');
    if (!isSource(node)) throw new AppError('INVALID_INPUT', `${template.label} cannot be kept in step.`);
    if (body.takesAccess && !node.bringsAccess)
      throw new AppError('INVALID_INPUT', `${template.label} does not say who may read its files.`);
    const nextAt = await this.#nextOf(body);
    const isPaused = body.isPaused ? (1 as const) : (0 as const);
    const rules = { cron: body.cron, timezone: body.timezone, isPaused, nextAt };
    const { workspaceId, storeId } = loader;
    await db.transaction().execute(async (trx) => {
      const store = sourceSyncStore(trx);
      if (body.takesAccess) await accessWrites(trx).takeOverLists(scope, storeId, id);
      if (!(await store.update(scope, id, rules))) {
        const nothing = {
          lastAt: null,
          lastState: null,
          note: '',
          counts: JSON.stringify(noCounts),
          held: null,
        };
        const at = now();
        await store.insert({
          loaderId: id,
          workspaceId,
          storeId,
          ...rules,
          ...nothing,
          createdAt: at,
          updatedAt: at,
        });
      }
      await setSyncTimer(trx, jobs, { workspaceId, loaderId: id }, nextAt);
    });
    jobs.poke();
    return this.#answer(scope, await this.#requireSync(scope, id));
  }

  async end(scope: Scope, id: string): Promise<void> {
    const row = await this.#requireSync(scope, id);
    const open = await this.#openJob(scope, row);
    if (open) await this.#parts.jobs.cancel(scope, open.id);
    await sourceSyncStore(this.#parts.db).remove(scope, id);
  }

  async run(scope: Scope, id: string): Promise<SourceSync> {
    const row = await this.#requireSync(scope, id);
    await this.#parts.jobs.requireRoom(scope);
    const started = await this.#start(scope, row, { isManual: true });
    return this.#answer(scope, await this.#requireSync(scope, id), started);
  }

  async decide(scope: Scope, id: string, decision: 'delete' | 'keep'): Promise<SourceSync> {
    const row = await this.#requireSync(scope, id);
    if (row.held === null) throw new AppError('CONFLICT', 'No deletions wait for a decision any more.');
    if (await this.#openJob(scope, row))
      throw new AppError('CONFLICT', 'A sync is under way. Decide when it has ended.');
    const started =
      decision === 'keep'
        ? await this.#keepHeld(scope, row)
        : await this.#start(scope, row, { removesHeld: true });
    return this.#answer(scope, await this.#requireSync(scope, id), started);
  }

  async listSkipped(
    scope: Scope,
    id: string,
    after: string,
  ): Promise<{ data: SkippedFile[]; next: string | null }> {
    await this.#requireSync(scope, id);
    const found = await sourceEntryStore(this.#parts.db).skipped(scope, id, after, skippedPerPage);
    const data = found.map(({ skipped, ...file }) => ({ ...file, reason: skipped ?? '' }));
    return { data, next: found.length === skippedPerPage ? (found.at(-1)?.key ?? null) : null };
  }

  async renewSecret(scope: Scope, id: string): Promise<{ secret: string; hint: string }> {
    const { loaderId } = await this.#requireSync(scope, id);
    return this.#parts.renewSecret(scope, loaderId);
  }

  /** A sync that somebody outside asks for, whose signature was checked; nothing for one that is paused. */
  async notify(row: SourceSyncRow): Promise<void> {
    if (row.isPaused === 0) await this.#start({ workspaceId: row.workspaceId }, row, {});
  }

  /** What is done when the time of a sync has come. */
  timer(): JobHandler {
    const { jobs } = this.#parts;
    return {
      ...{ kind: syncTimerKind, lane: 'timers', unit: 'parts', isEphemeral: true },
      run: async ({ partId }) => {
        await this.#startDue(partId ?? '');
        return null;
      },
      // One that failed for good is not the last: the schedule still stands.
      undo: async (trx, { workspaceId, partId }, why) => {
        if (why === undefined || partId === null) return;
        await setSyncTimer(trx, jobs, { workspaceId, loaderId: partId }, Date.now() + repeatMs);
      },
    };
  }

  async #startDue(loaderId: string): Promise<void> {
    const { db, jobs, now } = this.#parts;
    const row = await syncQueue(db).find(loaderId);
    if (!row || row.nextAt === null) return;
    const { workspaceId, cron, timezone } = row;
    const isPaused = row.isPaused === 1;
    const isDue = Number(row.nextAt) <= now();
    const nextAt = isDue ? await this.#nextOf({ cron, timezone, isPaused }) : Number(row.nextAt);
    const isOurs = await db.transaction().execute(async (trx) => {
      const hasMoved = !isDue || (await syncQueue(trx).move(row, nextAt));
      if (hasMoved) await setSyncTimer(trx, jobs, row, nextAt);
      return hasMoved;
    });
    if (isDue && isOurs && !isPaused) await this.#start({ workspaceId }, row, {});
  }

  async #requireLoader(scope: Scope, id: string): Promise<LoaderRow> {
    const loader = await storeLoaderStore(this.#parts.db).find(scope, id);
    if (!loader) throw new AppError('NOT_FOUND', 'Loader not found.');
    return loader;
  }

  async #requireSync(scope: Scope, id: string): Promise<SourceSyncRow> {
    const row = await sourceSyncStore(this.#parts.db).find(scope, id);
    if (!row) throw new AppError('NOT_FOUND', 'This source is not kept in step.');
    return row;
  }

  async #openJob(scope: Scope, { storeId, loaderId }: SourceSyncRow) {
    const open = await this.#parts.jobs.listOpen(scope, [storeId]);
    return open.find((job) => job.kind === processKind && job.partId === loaderId);
  }

  async #nextOf({ cron, timezone, isPaused }: SyncRules): Promise<number | null> {
    if (cron === '' || isPaused) return null;
    return (await nextTime({ cron, timezone, end: '' }, this.#parts.now())) ?? null;
  }

  /** Queues a sync, unless one waits or works already: that one sees what is there now, or the next one does. */
  async #start(scope: Scope, row: SourceSyncRow, sync: SyncJobInput['sync']): Promise<Job> {
    const { db, jobs } = this.#parts;
    const open = await this.#openJob(scope, row);
    if (open) return open;
    const { workspaceId, storeId, loaderId } = row;
    const asked = { workspaceId, kind: processKind, subjectId: storeId, partId: loaderId, key: loaderId };
    const job = await db
      .transaction()
      .execute((trx) => jobs.enqueue(trx, { ...asked, input: { isUpserting: false, sync } }));
    jobs.poke();
    return job;
  }

  /** What a person wants to keep is from now on theirs, unless the source names it again. */
  async #keepHeld(scope: Scope, row: SourceSyncRow): Promise<undefined> {
    const ids = readHeld(row.held)?.ids ?? [];
    await this.#parts.db.transaction().execute(async (trx) => {
      for (const id of ids) await documentFileWrites(trx).update(scope, id, { origin: 'kept' });
      await sourceSyncStore(trx).update(scope, row.loaderId, { held: null, lastState: 'done' });
    });
  }

  /** `started`: a job that may have ended already. */
  async #answer(scope: Scope, row: SourceSyncRow, started?: Job): Promise<SourceSync> {
    const open = await this.#openJob(scope, row);
    const held = readHeld(row.held);
    const { loaderId, cron, timezone, lastState, note } = row;
    return {
      ...{ loaderId, cron, timezone, lastState, note, isPaused: row.isPaused === 1 },
      nextAt: row.nextAt === null ? null : Number(row.nextAt),
      lastAt: row.lastAt === null ? null : Number(row.lastAt),
      counts: { ...noCounts, ...(JSON.parse(row.counts) as Partial<SourceSync['counts']>) },
      held: held && { at: held.at, files: held.ids.length, of: held.of },
      webhook: {
        path: notifySourceSync.path.replace(':id', loaderId),
        secretHint: await this.#parts.secretHint(scope, loaderId),
      },
      job: open ?? (started ? await this.#parts.jobs.read(scope, started.id) : null),
    };
  }
}
