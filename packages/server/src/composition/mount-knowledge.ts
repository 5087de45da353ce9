import type { FetchFunction, NodeServices } from '@tendril/contract/node/run-context';
import type { RunServiceParts } from '../features/flows/predictions/public.ts';
import {
  createKnowledge,
  createStoreFiles,
  documentStoreRoutes,
  storeVectorRoutes,
} from '../features/knowledge/document-stores/public.ts';
import type { Scope } from '../platform/db/scope.ts';
import { createFileQuota } from '../platform/files/file-quota.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import { jobRoutes } from '../platform/jobs/jobs.routes.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

type PageServices = Pick<RunServiceParts, 'sandbox' | 'openCredential' | 'readTool' | 'listTools'>;

/** Knowledge bases, and the jobs that work for them. */
export function createKnowledgeBase(
  infrastructure: Infrastructure,
  { catalogue }: Pick<Runtime, 'catalogue'>,
  provided: PageServices,
) {
  const { db, log, files, config, egress, limits, processes } = infrastructure;
  const jobs = createJobs({ db, log, ownerId: processes.id });
  const provide = (scope: Scope): Omit<NodeServices, 'readFile' | 'openFile' | 'readHistory'> => ({
    fetch: egress.of(scope.workspaceId).fetch as FetchFunction,
    sandbox: provided.sandbox,
    readCredential: (id) => provided.openCredential(scope, id),
    readTool: (id) => provided.readTool(scope, id),
    listTools: () => provided.listTools(scope),
  });
  const quota = createFileQuota(db, limits);
  const storeFiles = createStoreFiles({ db, files, quota, config });
  return { jobs, knowledge: createKnowledge({ db, jobs, files: storeFiles, catalogue, provide }) };
}

/** Mounts the routes of knowledge bases, and resumes the jobs that the last stop left behind. */
export async function mountKnowledge(
  app: App,
  { processes }: Pick<Infrastructure, 'processes'>,
  { jobs, knowledge }: Services,
): Promise<void> {
  documentStoreRoutes(app, knowledge);
  storeVectorRoutes(app, knowledge);
  jobRoutes(app, jobs);
  await jobs.start();
  const endRecovery = await processes.recover('jobs of processes that are gone were taken up', jobs.recover);
  app.fastify.addHook('onClose', () => {
    endRecovery();
    return jobs.close();
  });
}
