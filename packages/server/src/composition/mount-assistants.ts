import { assistantProfileRoutes } from '../features/flows/assistant-profiles/assistant-profiles.routes.ts';
import { createAssistantProfiles } from '../features/flows/assistant-profiles/assistant-profiles.service.ts';
import { createAssistantComponents } from '../features/flows/assistants/assistant-components.service.ts';
import { assistantRoutes } from '../features/flows/assistants/assistants.routes.ts';
import {
  type AssistantService,
  createAssistantService,
} from '../features/flows/assistants/assistants.service.ts';
import { createConversions } from '../features/flows/assistants/conversions.service.ts';
import { createOpenAiAssistants } from '../features/flows/assistants/openai-assistants.service.ts';
import { createWriteInstruction } from '../features/flows/assistants/write-instruction.service.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** Assistants, and the records of the core paths. */
export function mountAssistants(
  app: App,
  infrastructure: Infrastructure,
  runtime: Runtime,
  services: Services,
): AssistantService {
  const { db, audit, egress } = infrastructure;
  const { flows, nodes, tools, credentials, variables } = services;
  const findTemplate = async (name: string) => (await runtime.catalogue()).template(name);
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
