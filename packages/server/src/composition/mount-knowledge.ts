import { saveLoader } from '@tendril/contract/api/document-stores';
import type { FetchFunction, NodeServices } from '@tendril/contract/node/run-context';
import type { RunServiceParts } from '../features/flows/predictions/public.ts';
import { createStoreAccess, storeAccessRoutes } from '../features/knowledge/access/public.ts';
import {
  createKnowledge,
  createStoreFiles,
  documentStoreRoutes,
  storeOutsideRoutes,
  storeVectorRoutes,
} from '../features/knowledge/document-stores/public.ts';
import { documentFileRoutes, fileProcessing } from '../features/knowledge/files/public.ts';
import {
  createGapRecorder,
  createGaps,
  createRandomSimilarity,
  type FinishedSearch,
  gapRoutes,
} from '../features/knowledge/gaps/public.ts';
import { createKnowledgeIndex, createVectorTables } from '../features/knowledge/index/public.ts';
import { downloadHandler, localModelRoutes } from '../features/knowledge/local-models/public.ts';
import { createKnowledgeMeasures, knowledgeMeasureRoutes } from '../features/knowledge/measures/public.ts';
import { createServerFolders, sourceSyncProcessing } from '../features/knowledge/sources/public.ts';
import { directUrl } from '../platform/db/pooled-connection.ts';
import type { Scope } from '../platform/db/scope.ts';
import { createFileQuota } from '../platform/files/file-quota.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { createJobQueue, type JobQueue } from '../platform/jobs/job-queue.ts';
import { jobRoutes } from '../platform/jobs/jobs.routes.ts';
import { registerRecurring } from '../platform/jobs/recurring-job.ts';
import { knowledgeBytesLeft } from '../platform/limits/knowledge-usage.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** How long vectors may be missing elsewhere that no upsert has written; questions find them all the same. */
const outsideEveryMs = 60_000;
/** How long vectors may be missing in the tables of pgvector; they are compared in memory until then. */
const tablesEveryMs = 60_000;
/** A question that is compared by the database for longer gets no answer. */
const comparisonMs = 10_000;

type PageServices = Pick<RunServiceParts, 'sandbox' | 'openCredential' | 'readTool' | 'listTools'>;

/** Knowledge bases, and the jobs that work for them. */
export function createKnowledgeBase(
  infrastructure: Infrastructure,
  { catalogue }: Pick<Runtime, 'catalogue'>,
  provided: PageServices,
) {
  const {
    db,
    reads,
    log,
    bus,
    files,
    config,
    egress,
    limits,
    metrics,
    processes,
    callerTokens,
    localModels,
  } = infrastructure;
  const jobs = createJobQueue({
    ...{ db, log, bus, limits, ownerId: processes.id },
    onStart: (lane, waitedMs) => metrics.jobWait.record(waitedMs / 1000, lane),
    databaseUrl: directUrl(config),
  });
  const folders = createServerFolders(config.knowledgeFolders);
  const provide = (scope: Scope): Omit<NodeServices, 'readFile' | 'openFile' | 'readHistory'> => {
    const { fetch, openStream, openRelay } = egress.of(scope.workspaceId);
    return {
      fetch: fetch as FetchFunction,
      openStream,
      openRelay,
      sandbox: provided.sandbox,
      localEmbeddings: localModels,
      readCredential: (id) => provided.openCredential(scope, id),
      readTool: (id) => provided.readTool(scope, id),
      listTools: () => provided.listTools(scope),
      ...(folders && { folders }),
    };
  };
  jobs.register(downloadHandler(localModels, egress));
  const fileQuota = createFileQuota(db, limits);
  const quota = async (scope: Scope) =>
    Math.min(await fileQuota(scope), await knowledgeBytesLeft(db, scope, limits));
  const onChange = ({ workspaceId }: Scope, id: string) =>
    bus.publish({ kind: 'revised', scope: workspaceId, what: 'knowledge', id });
  const floorOf = createRandomSimilarity(db);
  const recordGap = createGapRecorder({ ...infrastructure, floorOf });
  const onSearch = (search: FinishedSearch) =>
    void recordGap(search).catch((error: unknown) => log.warn({ err: error }, 'a gap could not be noted'));
  const index = openIndex(infrastructure, jobs);
  const storeFiles = createStoreFiles({ db, files, quota, config });
  return {
    jobs,
    knowledge: createKnowledge({
      db,
      reads,
      index,
      limits,
      jobs,
      callerTokens,
      files: storeFiles,
      fileProcessing: sourceSyncProcessing(fileProcessing),
      catalogue,
      provide,
      onChange,
      onSearch,
      floorOf,
    }),
  };
}

/** The index of knowledge bases, and the job that keeps the tables of very large ones in step. */
function openIndex({ db, log, reads, config }: Infrastructure, jobs: JobQueue) {
  // Whatever is slow there leaves most connections to everything else.
  const limits = { places: Math.max(1, Math.floor(config.databasePool / 4)), longestMs: comparisonMs };
  const vectorTables = createVectorTables({ db, log, least: config.knowledgePgvectorChunks, limits });
  registerRecurring(jobs, {
    name: 'vector-tables',
    everyMs: tablesEveryMs,
    lane: 'long',
    run: (signal) => vectorTables.keepUp(signal),
  });
  const { tables } = vectorTables;
  return createKnowledgeIndex({ reads, mostBytes: config.knowledgeMemoryMb * 1024 * 1024, tables });
}

/** Mounts the routes of knowledge bases, and, in a process that does jobs, resumes the jobs that the last stop left behind. */
export async function mountKnowledge(
  app: App,
  infrastructure: Pick<
    Infrastructure,
    'config' | 'log' | 'processes' | 'db' | 'callerTokens' | 'localModels'
  >,
  { jobs, knowledge }: Services,
): Promise<void> {
  const { config, db, log, processes } = infrastructure;
  documentStoreRoutes(app, knowledge);
  storeAccessRoutes(app, createStoreAccess(infrastructure));
  storeVectorRoutes(app, knowledge);
  knowledgeMeasureRoutes(app, createKnowledgeMeasures({ db, jobs, knowledge }));
  documentFileRoutes(app, knowledge);
  localModelRoutes(app, { db, jobs, models: infrastructure.localModels });
  storeOutsideRoutes(app, knowledge);
  registerRecurring(jobs, {
    name: 'outside-stores',
    everyMs: outsideEveryMs,
    run: () => knowledge.syncOutside(),
  });
  gapRoutes(
    app,
    createGaps({ db, requireStore: knowledge.stores.require, addPassage: passageAdder(knowledge) }),
  );
  jobRoutes(app, jobs);
  const closed = new AbortController();
  app.fastify.addHook('onClose', () => {
    closed.abort();
    return knowledge.close();
  });
  if (!config.roles.includes('work')) return;
  knowledge
    .moveVectors(closed.signal)
    .catch((error: unknown) => log.warn({ err: error }, 'vectors of the release before could not be moved'));
  await jobs.start();
  processes.onLost(() => jobs.abandon());
  const endRecovery = await processes.recover('jobs of processes that are gone were taken up', () =>
    jobs.recover(),
  );
  // Calls may last an hour longer: jobs are handed back before that.
  app.ownedWork.push({ maxMs: 0, idle: () => Promise.resolve(), release: jobs.close.bind(jobs) });
  app.fastify.addHook('onClose', () => {
    endRecovery();
    return jobs.close();
  });
}

/** Adds a text to a knowledge base as a source of its own, and makes it searchable. */
function passageAdder({ loaders }: Services['knowledge']) {
  return async (scope: Scope, storeId: string, { name, text }: { name: string; text: string }) => {
    const loader = { storeId, loaderId: 'plainText', loaderName: name, loaderConfig: { text } };
    const row = await loaders.saveRow(scope, saveLoader.body.parse(loader));
    await loaders.start(scope, row, true);
    return row.id;
  };
}
