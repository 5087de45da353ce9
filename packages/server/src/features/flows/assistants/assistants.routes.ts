import * as api from '@tendril/contract/api/assistants';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { AssistantComponents } from './assistant-components.ts';
import type { AssistantService } from './assistants.ts';
import type { Conversions } from './conversions.ts';
import type { OpenAiAssistants } from './openai-assistants.ts';
import type { WriteInstruction } from './write-instruction.ts';

interface AssistantServices {
  assistants: AssistantService;
  components: AssistantComponents;
  writeInstruction: WriteInstruction;
  conversions: Conversions;
  vendor: OpenAiAssistants;
}

const alias = { alias: true };

/** Routes of assistants; those that Flowise has are also under `/api/v1`. */
export function assistantRoutes(app: App, services: AssistantServices): void {
  const { assistants, components, conversions, vendor } = services;
  serve(app, api.listAssistants, ({ caller, query }) => assistants.list(caller, query.type), alias);
  serve(app, api.createAssistant, ({ caller, body }) => assistants.create(caller, body), alias);
  serve(app, api.listAssistantModels, () => components.models(), alias);
  serve(app, api.listAssistantTools, () => components.tools(), alias);
  serve(app, api.listAssistantStores, ({ caller, signal }) => components.stores(caller, signal), alias);
  serve(
    app,
    api.generateInstruction,
    ({ caller, body, signal }) => services.writeInstruction(caller, body, signal),
    alias,
  );
  serve(app, api.readAssistant, ({ caller, params }) => assistants.read(caller, params.id), alias);
  serve(
    app,
    api.updateAssistant,
    ({ caller, params, body }) => assistants.update(caller, params.id, body),
    alias,
  );
  serve(
    app,
    api.deleteAssistant,
    async ({ caller, params, query }) => {
      await assistants.remove(caller, params.id, query.isDeleteBoth === 'true');
      return { affected: 1 };
    },
    alias,
  );
  serve(app, api.openAssistantAsFlow, ({ caller, params }) => assistants.openAsFlow(caller, params.id));
  serve(app, api.previewConversion, ({ caller, params }) => conversions.preview(caller, params.id));
  serve(app, api.convertAssistant, ({ caller, params }) => conversions.make(caller, params.id));
  serve(app, api.listVendorAssistants, ({ caller, query }) => vendor.list(caller, query.credential), alias);
  serve(
    app,
    api.readVendorAssistant,
    ({ caller, params, query }) => vendor.read(caller, query.credential, params.id),
    alias,
  );
}
