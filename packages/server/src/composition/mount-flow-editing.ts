import { createFlowCheck } from '../features/flows/flows/flow-check.ts';
import { createFlowConfig } from '../features/flows/flows/flow-config.service.ts';
import { flowSettingsRoutes } from '../features/flows/flows/flow-settings.routes.ts';
import { createFlowSettingsService } from '../features/flows/flows/flow-settings.service.ts';
import { flowVersionRoutes } from '../features/flows/flows/flow-versions.routes.ts';
import { createFlowVersionService } from '../features/flows/flows/flow-versions.service.ts';
import { createLiveFlows } from '../features/flows/flows/live-flows.service.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** What stands around a flow on its canvas: versions, problems, settings. */
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

  const check = createFlowCheck({ compile: runtime.compile, secretNames: services.variables.secretNames });
  const announce = flows.announce;
  flowVersionRoutes(app, createFlowVersionService({ db, audit, check, announce }), check);
  const settings = { db, audit, change: flows.change, requireKey: keys.require, isChatModel };
  flowSettingsRoutes(
    app,
    createFlowSettingsService(settings),
    createFlowConfig({ db, liveFlows: createLiveFlows(infrastructure), findTemplate }),
  );
}
