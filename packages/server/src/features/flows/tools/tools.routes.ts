import { createTool, deleteTool, listTools, readTool, updateTool } from '@tendril/contract/api/tools';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { ToolService } from './tools.ts';

const alias = { alias: true };

/** Routes of custom tools; also under `/api/v1`. */
export function toolRoutes(app: App, tools: ToolService): void {
  serve(app, listTools, ({ caller }) => tools.list(caller), alias);
  serve(app, readTool, ({ caller, params }) => tools.read(caller, params.id), alias);
  serve(app, createTool, ({ caller, body }) => tools.create(caller, body), alias);
  serve(app, updateTool, ({ caller, params, body }) => tools.update(caller, params.id, body), alias);
  serve(app, deleteTool, ({ caller, params }) => tools.remove(caller, params.id), alias);
}
