import {
  createBundleFiles,
  createExportService,
  createImportJobs,
  createImportProgress,
  createImportReports,
  exportImportRoutes,
  openImportService,
} from '../features/account/export-import/public.ts';
import type { AssistantService } from '../features/flows/assistants/public.ts';
import { createFlowCheck, createFlowImport, createMissingRecords } from '../features/flows/flows/public.ts';
import { createFileQuota } from '../platform/files/file-quota.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** Export and import of a workspace's content as portable files. */
export async function mountBundles(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  {
    flows,
    variables,
    jobs,
    assistants,
  }: Pick<Services, 'flows' | 'variables' | 'jobs'> & { assistants: AssistantService },
): Promise<void> {
  const { db, reads, vault, files, audit, config, grants, limits, callerTokens } = infrastructure;
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
  const check = createFlowCheck({
    compile: runtime.compile,
    missingRecords: createMissingRecords(db),
    secretNames: variables.secretNames,
  });
  const progress = createImportProgress();
  const bundles = createBundleFiles(config.home);
  const imports = openImportService({
    db,
    audit,
    files,
    quota: createFileQuota(db, limits),
    flows: createFlowImport({ db, vault, files, findTemplate }),
    findTemplate,
    progress,
    check,
    onFlowChange: flows.announce,
    onChange: variables.announce,
    saveAssistant: async (caller, id, details) => {
      await assistants.update(caller, id, { details });
    },
    mendAssistants: (caller) =>
      // They are imported by now: one whose flow cannot be built yet says so on its own page.
      assistants
        .mend(caller)
        .catch((error: unknown) =>
          infrastructure.log.warn({ err: error }, 'assistants wait for their flows'),
        ),
  });
  const importJobs = createImportJobs({ db, jobs, files, bundles, imports, progress });
  jobs.register(importJobs.handler());
  await exportImportRoutes(app, {
    exports: createExportService({
      ...{ db, reads, files, mask: flows.mask, findTemplate },
      callersOf: (caller) => callerTokens.of(caller, caller),
    }),
    mayRead: async (caller) => (await grants.of(caller)).has('knowledge:read'),
    imports,
    importJobs,
    reports: createImportReports({ db, findTemplate, check, readFlow: flows.read }),
    progress,
    files: bundles,
  });
}
