import {
  createCustomTemplate,
  deleteCustomTemplate,
  listCustomTemplates,
  listMarketplaceTemplates,
} from '@tendril/contract/api/marketplaces';
import { toolBody } from '@tendril/contract/api/tools';
import { invalidInput } from '@tendril/contract/app-error';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { BuiltIns } from './built-in-templates.ts';
import type { FlowTemplateService } from './flow-templates.ts';
import { toCustomRow, toMarketplaceRow } from './flowise-rows.ts';

const alias = { alias: true };

/** Flowise's routes for templates; also under `/api/v1`. */
export function marketplaceRoutes(app: App, own: FlowTemplateService, builtIns: BuiltIns): void {
  serve(
    app,
    listMarketplaceTemplates,
    async () =>
      [...(await builtIns()).values()]
        .map(toMarketplaceRow)
        .sort((one, other) => one.templateName.localeCompare(other.templateName, 'en')),
    alias,
  );

  serve(
    app,
    listCustomTemplates,
    async ({ caller }) => (await own.listWhole(caller)).map(toCustomRow),
    alias,
  );

  serve(
    app,
    createCustomTemplate,
    async ({ caller, body }) => {
      const { name, chatflowId, tool } = body;
      const about = {
        name,
        description: body.description ?? '',
        badge: body.badge ?? '',
        usecases: body.usecases ?? [],
      };
      if (chatflowId !== undefined) return toCustomRow(await own.saveFlow(caller, about, chatflowId));
      return toCustomRow(await own.saveTool(caller, about, readTool(name, about.description, tool)));
    },
    alias,
  );

  serve(
    app,
    deleteCustomTemplate,
    async ({ caller, params }) => {
      await own.remove(caller, params.id);
      return { affected: 1 };
    },
    alias,
  );
}

type SentTool = { iconSrc?: unknown; color?: unknown; schema?: unknown; func?: unknown } | undefined;

/** A tool gets its template's name, in the letters that models accept. */
function readTool(name: string, description: string, tool: SentTool) {
  const parsed = toolBody.safeParse({
    name: name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64),
    description: description.trim() || name,
    color: tool?.color ?? '',
    iconSrc: tool?.iconSrc ?? '',
    schema: tool?.schema ?? '[]',
    func: tool?.func ?? '',
  });
  if (!parsed.success) throw invalidInput(parsed.error.issues, 'tool');
  return parsed.data;
}
