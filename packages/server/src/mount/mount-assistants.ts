import { assistantProfileRoutes } from '../features/assistant-profiles/assistant-profiles.routes.ts';
import { createAssistantProfiles } from '../features/assistant-profiles/assistant-profiles.service.ts';
import { createAssistantComponents } from '../features/assistants/assistant-components.service.ts';
import { assistantRoutes } from '../features/assistants/assistants.routes.ts';
import { type AssistantService, createAssistantService } from '../features/assistants/assistants.service.ts';
import { createConversions } from '../features/assistants/conversions.service.ts';
import { createOpenAiAssistants } from '../features/assistants/openai-assistants.service.ts';
import { createWriteInstruction } from '../features/assistants/write-instruction.service.ts';
import type { FirstFloor } from '../first-floor.ts';
import type { Ground } from '../ground.ts';
import type { App } from '../http/app.ts';
import type { Services } from '../services.ts';

/** Assistants, and the records of the core paths. */
export function mountAssistants(
  app: App,
  ground: Ground,
  floor: FirstFloor,
  services: Services,
): AssistantService {
  const { db, audit, egress } = ground;
  const { flows, nodes, tools, credentials, variables } = services;
  const findTemplate = async (name: string) => (await floor.catalogue()).template(name);
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
    compile: floor.compile,
    runFlow: floor.run,
    services: services.lend,
    variables: variables.values,
  });
  assistantRoutes(app, {
    assistants,
    components: createAssistantComponents({
      templates: async () => (await floor.catalogue()).templates(),
      nodes,
    }),
    writeInstruction,
    conversions: createConversions({ assistants, listTools: tools.listStored }),
    vendor,
  });
  assistantProfileRoutes(app, createAssistantProfiles(db));
  return assistants;
}
