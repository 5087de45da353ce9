import {
  createBundleFiles,
  createExportService,
  createImportProgress,
  createImportReports,
  createImportService,
  exportImportRoutes,
} from '../features/account/export-import/public.ts';
import type { AssistantService } from '../features/flows/assistants/public.ts';
import { createFlowCheck, createFlowImport, createMissingRecords } from '../features/flows/flows/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** Export and import of a workspace's content as portable files. */
export async function mountBundles(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  { flows, variables, assistants }: Pick<Services, 'flows' | 'variables'> & { assistants: AssistantService },
): Promise<void> {
  const { db, vault, files, audit, config } = infrastructure;
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
  const check = createFlowCheck({
    compile: runtime.compile,
    missingRecords: createMissingRecords(db),
    secretNames: variables.secretNames,
  });
  const progress = createImportProgress();
  await exportImportRoutes(app, {
    exports: createExportService({ db, mask: flows.mask, findTemplate }),
    imports: createImportService({
      db,
      audit,
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
    }),
    reports: createImportReports({ db, findTemplate, check, readFlow: flows.read }),
    progress,
    files: createBundleFiles(config.home),
  });
}
