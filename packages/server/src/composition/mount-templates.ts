import type { TemplateTool } from '@tendril/contract/api/template-gallery';
import {
  createBuiltIns,
  createFlowTemplateService,
  createTemplateGallery,
  createTemplateTrials,
  flowTemplateRoutes,
  marketplaceRoutes,
  templateGalleryRoutes,
} from '../features/flows/flow-templates/public.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** Templates, those of the catalogue and the workspace's own: preview, trial and use. */
export function mountTemplates(app: App, { db }: Infrastructure, runtime: Runtime, services: Services): void {
  const { flows, tools, credentials, variables } = services;
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
  const readTool = async (scope: Scope, id: string): Promise<TemplateTool> => {
    const { name, description, color, iconSrc, schema, func } = await tools.read(scope, id);
    return { name, description, color, iconSrc, schema, func };
  };
  const own = createFlowTemplateService({ db, flows, findTemplate, readTool });
  const nodes = async () => (await runtime.catalogue()).templates();
  const builtIns = createBuiltIns({ load: runtime.loadTemplates, nodes });
  const gallery = createTemplateGallery({
    own,
    builtIns,
    flows,
    findTemplate,
    credentialLabel: async (kind) => (await (await runtime.catalogue()).credential(kind))?.label ?? kind,
    listCredentials: (scope) => credentials.list(scope),
    provideTool: tools.provide,
    readTool: tools.read,
  });
  const trials = createTemplateTrials({
    gallery,
    compile: runtime.compile,
    runFlow: runtime.run,
    provide: services.provide,
    variables: variables.values,
    redact: variables.redact,
    secretNames: variables.secretNames,
  });
  flowTemplateRoutes(app, own);
  templateGalleryRoutes(app, gallery, trials);
  marketplaceRoutes(app, own, builtIns);
}
