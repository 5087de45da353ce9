import {
  assistantProfileRoutes,
  createAssistantProfiles,
} from '../features/flows/assistant-profiles/public.ts';
import {
  type AssistantService,
  assistantRoutes,
  createAssistantComponents,
  createAssistantService,
  createConversions,
  createOpenAiAssistants,
  createWriteInstruction,
} from '../features/flows/assistants/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** Assistants, and the assistant profiles of Flowise's API. */
export function mountAssistants(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  services: Services,
): AssistantService {
  const { db, audit, egress } = infrastructure;
  const { flows, nodes, tools, credentials, variables } = services;
  // An assistant is made of what runs; any other part is unknown to it.
  const findTemplate = async (name: string) => {
    const template = await (await runtime.catalogue()).template(name);
    return template?.canRun === false ? undefined : template;
  };
  const vendor = createOpenAiAssistants({ egress, openCredential: credentials.open });
  const assistants = createAssistantService({
    db,
    audit,
    flows,
    findTemplate,
    removeAtVendor: vendor.remove,
  });
  const writeInstruction = createWriteInstruction({
    findTemplate,
    compile: runtime.compile,
    runFlow: runtime.run,
    services: services.provide,
    variables: variables.values,
  });
  assistantRoutes(app, {
    assistants,
    components: createAssistantComponents({
      templates: async () => (await runtime.catalogue()).templates(),
      nodes,
    }),
    writeInstruction,
    conversions: createConversions({ assistants, listTools: tools.listStored }),
    vendor,
  });
  assistantProfileRoutes(app, createAssistantProfiles(db));
  return assistants;
}
