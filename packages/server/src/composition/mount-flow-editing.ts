import {
  createFlowCheck,
  createFlowConfig,
  createFlowSettingsService,
  createFlowValidation,
  createFlowVersionService,
  createMissingRecords,
  flowSettingsRoutes,
  flowVersionRoutes,
} from '../features/flows/flows/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** What surrounds a flow on its canvas: versions, problems, settings. */
export function mountFlowEditing(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  services: Services,
): void {
  const { db, audit } = infrastructure;
  const { flows, keys } = services;
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
  const isChatModel = async (name: string) =>
    (await findTemplate(name))?.baseClasses.includes('BaseChatModel') ?? false;

  const check = createFlowCheck({
    compile: runtime.compile,
    missingRecords: createMissingRecords(db),
    secretNames: services.variables.secretNames,
  });
  const announce = flows.announce;
  flowVersionRoutes(app, createFlowVersionService({ db, audit, check, announce }), check);
  const { liveFlows } = services;
  const settings = { db, audit, change: flows.change, requireKey: keys.require, isChatModel };
  flowSettingsRoutes(
    app,
    createFlowSettingsService(settings),
    createFlowConfig({ db, liveFlows, findTemplate }),
    createFlowValidation({ db, liveFlows, check }),
  );
}
