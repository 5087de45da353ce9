import { importToolFiles, importTools, readCurl, readOpenApi } from '@tendril/contract/api/tool-imports';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { ToolImportService } from './tool-imports.ts';
import type { ToolService } from './tools.ts';

/** Routes that import tools described elsewhere. */
export function toolImportRoutes(app: App, imports: ToolImportService, tools: ToolService): void {
  serve(app, readOpenApi, ({ caller, body, signal }) => imports.readOpenApi(caller, body, signal));
  serve(app, readCurl, ({ caller, body }) => imports.readCurl(caller, body));
  serve(app, importTools, ({ caller, body }) => tools.createAll(caller, body.tools));
  serve(app, importToolFiles, ({ caller, body }) => imports.importFiles(caller, body));
}
