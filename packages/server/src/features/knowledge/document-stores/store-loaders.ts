import { randomUUID } from 'node:crypto';
import type {
  estimateContexts,
  previewLoader,
  StoreLoader,
  saveLoader,
} from '@tendril/contract/api/document-stores';
import type { Body } from '@tendril/contract/api/endpoint';
import type { Job } from '@tendril/contract/api/jobs';
import { AppError } from '@tendril/contract/app-error';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { requireKnowledgeRoom } from '../../../platform/limits/knowledge-usage.ts';
import { fileAccess, requireReadable, withFileAccess } from '../access/public.ts';
import { storeIndexStore } from '../index/public.ts';
import { type LoaderRow, storeLoaderStore } from './document-stores.store.ts';
import type { DocumentStoreParts, DocumentStores } from './document-stores.ts';
import { estimateContextCost } from './estimate-context-cost.ts';
import { previewChunks } from './preview-chunks.ts';
import { toLoader } from './store-answer.ts';
import { storedNames } from './store-files.ts';
import { readFields } from './store-nodes.ts';
import { processKind } from './store-status.ts';

type LoaderBody = Body<typeof saveLoader>;

const mostLoaders = 500;

/** Its stored files, as far as somebody may read them. */
function readableFiles({ db, provide }: DocumentStoreParts, stores: DocumentStores) {
  const access = async (scope: Scope, callers: readonly string[], storeId: string) =>
    fileAccess(db, await stores.require(scope, storeId), callers);
  return {
    access,
    readable: async (scope: Scope, callers: readonly string[], storeId: string) =>
      withFileAccess(provide(scope, storeId), await access(scope, callers, storeId)),
  };
}

/** The loaders of a knowledge base: previewed, saved, processed, deleted. */
export function createStoreLoaders(parts: DocumentStoreParts, stores: DocumentStores) {
  const { db, nodes, jobs, limits } = parts;
  const loaders = storeLoaderStore(db);

  async function answer(scope: Scope, row: LoaderRow): Promise<StoreLoader> {
    return toLoader(row, await jobs.listOpen(scope, [row.storeId]));
  }

  async function save(scope: Scope, body: LoaderBody): Promise<LoaderRow> {
    const known =
      body.id === undefined ? undefined : await stores.requireLoader(scope, body.storeId, body.id);
    const row = await toRow(parts, stores, scope, body, known);
    if (known) {
      await loaders.update(scope, known.id, row);
      await forgetFiles(parts, scope, known, row.files);
    } else await loaders.insert({ ...newLoader(scope), ...row });
    return stores.requireLoader(scope, body.storeId, known?.id ?? row.id);
  }

  /** Queues the loader; an earlier job of the same loader is obsolete. */
  async function start(scope: Scope, row: LoaderRow, isUpserting: boolean): Promise<Job> {
    await requireKnowledgeRoom(db, scope, limits);
    await jobs.requireRoom(scope);
    const open = await jobs.listOpen(scope, [row.storeId]);
    for (const job of open)
      if (job.kind === processKind && job.partId === row.id) await jobs.cancel(scope, job.id);
    const asked = { workspaceId: scope.workspaceId, subjectId: row.storeId, partId: row.id };
    const job = await db
      .transaction()
      .execute((trx) => jobs.enqueue(trx, { ...asked, kind: processKind, input: { isUpserting } }));
    jobs.poke();
    return job;
  }

  const { access, readable } = readableFiles(parts, stores);

  return {
    saveRow: save,
    start,

    async save(scope: Scope, callers: readonly string[], body: LoaderBody): Promise<StoreLoader> {
      // Through a loader of their own nobody comes to files that another one keeps from them.
      const may = await access(scope, callers, body.storeId);
      for (const name of storedNames(body.loaderConfig)) requireReadable(may, name);
      return answer(scope, await save(scope, body));
    },

    async process(scope: Scope, id: string): Promise<StoreLoader> {
      const row = await loaders.find(scope, id);
      if (!row) throw new AppError('NOT_FOUND', 'Loader not found.');
      const started = await start(scope, row, false);
      // A short text may be finished before it is read again; the response names its job all the same.
      const loader = await answer(scope, row);
      return { ...loader, job: loader.job ?? started };
    },

    async preview(
      scope: Scope,
      callers: readonly string[],
      body: Body<typeof previewLoader>,
      signal: AbortSignal,
    ) {
      return previewChunks({ nodes, services: await readable(scope, callers, body.storeId), body, signal });
    },

    /** What it would cost to have a model write about each chunk. */
    async estimate(
      scope: Scope,
      callers: readonly string[],
      body: Body<typeof estimateContexts>,
      signal: AbortSignal,
    ) {
      return estimateContextCost({
        ...{ nodes, settings: body, signal },
        services: await readable(scope, callers, body.storeId),
      });
    },

    async remove(scope: Scope, storeId: string, id: string): Promise<void> {
      const row = await stores.requireLoader(scope, storeId, id);
      for (const job of await jobs.listOpen(scope, [storeId]))
        if (job.partId === id) await jobs.cancel(scope, job.id);
      await db.transaction().execute((trx) => removeLoader(trx, scope, storeId, id));
      await forgetFiles(parts, scope, row, '[]');
    },
  };
}

async function removeLoader(
  trx: DatabaseTransaction,
  scope: Scope,
  storeId: string,
  id: string,
): Promise<void> {
  await storeIndexStore(trx).count(scope, storeId, true);
  await storeLoaderStore(trx).remove(scope, id);
}

export type StoreLoaders = ReturnType<typeof createStoreLoaders>;

function newLoader({ workspaceId }: Scope) {
  const now = Date.now();
  return {
    workspaceId,
    batch: null,
    totalChunks: 0,
    totalChars: 0,
    error: null,
    problem: null,
    acl: null,
    chunkRevision: 0,
    vectorRevision: null,
    createdAt: now,
    updatedAt: now,
  };
}

async function toRow(
  { db, nodes, files }: DocumentStoreParts,
  stores: DocumentStores,
  scope: Scope,
  body: LoaderBody,
  known: LoaderRow | undefined,
) {
  await stores.require(scope, body.storeId);
  const { storeId, loaderId, splitterId } = body;
  const loader = await nodes.require('loaders', loaderId, 'loaderId');
  const splitter = splitterId === '' ? undefined : await nodes.require('splitters', splitterId, 'splitterId');
  const { config, files: used } = await files.settle(scope, storeId, loader.template, body.loaderConfig);
  readFields(loader.node, config, 'loaderConfig');
  if (splitter) readFields(splitter.node, body.splitterConfig, 'splitterConfig');
  if (!known && (await storeLoaderStore(db).summaries(scope, storeId)).length >= mostLoaders)
    throw new AppError('TOO_LARGE', `A knowledge base can have up to ${mostLoaders} loaders.`);
  const settings = {
    loaderId,
    loaderConfig: JSON.stringify(config),
    splitterId,
    splitterConfig: JSON.stringify(body.splitterConfig),
    credential: body.credential || null,
    reading: body.reading ? JSON.stringify(body.reading) : (known?.reading ?? null),
  };
  return {
    ...settings,
    id: known?.id ?? randomUUID(),
    storeId,
    loaderName: body.loaderName || loader.template.label,
    splitterName: splitter ? body.splitterName || splitter.template.label : '',
    source: sourceOf(loader.template, config, used),
    files: JSON.stringify(used),
    isStale: isChanged(known, settings) ? (1 as const) : (0 as const),
  };
}

function isChanged(known: LoaderRow | undefined, settings: Record<string, string | null>): boolean {
  if (!known) return false;
  return (
    known.isStale === 1 ||
    Object.entries(settings).some(([name, value]) => known[name as keyof LoaderRow] !== value)
  );
}

/** Where a loader's text comes from, for people: its files, else the first setting that says where they are. */
function sourceOf(
  { label, inputs }: NodeTemplate,
  config: Readonly<Record<string, unknown>>,
  used: readonly { name: string }[],
): string {
  if (used.length > 0)
    return used
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 500);
  const required = inputs.filter(
    ({ type, optional }) => (type === 'string' || type === 'asyncOptions') && !optional,
  );
  const named = ['url', 'text', ...required.map(({ name }) => name)]
    .map((name) => config[name])
    .find((value) => typeof value === 'string' && value.trim() !== '');
  const first = typeof named === 'string' ? (named.trim().split('\n', 1)[0] ?? '') : '';
  return first === '' ? label : first.slice(0, 120).toWellFormed();
}

/** Files that a loader no longer names are deleted, unless another loader of the store names them. */
async function forgetFiles(
  { db, files }: DocumentStoreParts,
  scope: Scope,
  before: LoaderRow,
  now: string,
): Promise<void> {
  const namesIn = (text: string) => (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
  const others = (await storeLoaderStore(db).summaries(scope, before.storeId)).filter(
    ({ id }) => id !== before.id,
  );
  const used = new Set([...namesIn(now), ...others.flatMap((row) => namesIn(row.files))]);
  const gone = namesIn(before.files).filter((name) => !used.has(name));
  if (gone.length === 0) return;
  const unused = await db.transaction().execute((trx) => files.forget(trx, scope, before.storeId, gone));
  await files.erase(scope, unused);
}
