import {
  connectMcpServer,
  createMcpServer,
  deleteMcpServer,
  listMcpServers,
  switchMcpTools,
  updateMcpServer,
} from '@tendril/contract/api/mcp-servers';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { McpServerService } from './mcp-servers.ts';

/** Routes of MCP servers. */
export function mcpServerRoutes(app: App, servers: McpServerService): void {
  serve(app, listMcpServers, ({ caller }) => servers.list(caller));
  serve(app, createMcpServer, ({ caller, body, signal }) => servers.create(caller, body, signal));
  serve(app, updateMcpServer, ({ caller, params, body }) => servers.update(caller, params.id, body));
  serve(app, switchMcpTools, ({ caller, params, body }) => servers.switchTools(caller, params.id, body));
  serve(app, connectMcpServer, ({ caller, params, signal }) => servers.refresh(caller, params.id, signal));
  serve(app, deleteMcpServer, ({ caller, params }) => servers.remove(caller, params.id));
}
