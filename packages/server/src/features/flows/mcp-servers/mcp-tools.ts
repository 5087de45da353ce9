import { AppError } from '@tendril/contract/app-error';
import type {
  McpCall,
  NodeServices,
  StoredMcpServer,
  StoredMcpTool,
} from '@tendril/contract/node/run-context';
import type { Scope } from '../../../platform/db/scope.ts';
import { type McpServerStore, requireServer } from './mcp-servers.store.ts';
import { createMcpVisits, type McpVisitParts } from './mcp-visits.ts';
import { joinTools, toolsOf } from './offered-tools.ts';

/** The MCP tools available to flows: those that are enabled. */
export function createMcpTools(store: McpServerStore, parts: McpVisitParts) {
  const visits = createMcpVisits(parts);

  return {
    async listStored(scope: Scope): Promise<StoredMcpServer[]> {
      return (await store.list(scope)).map(({ id, name, url }) => ({ id, name, url }));
    },

    /** Throws NOT_FOUND. */
    async listOn(scope: Scope, id: string): Promise<StoredMcpTool[]> {
      const tools = toolsOf(await requireServer(store, scope, id)).filter((tool) => tool.isOn);
      return tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    },

    /** Throws NOT_FOUND, TOOL_FAILED, TOOL_TIMEOUT, EGRESS_DENIED. */
    async call(scope: Scope, { serverId, ...call }: McpCall): Promise<string> {
      const row = await requireServer(store, scope, serverId);
      if (!toolsOf(row).some((tool) => tool.isOn && tool.name === call.name))
        throw new AppError('NOT_FOUND', `The tool "${call.name}" of ${row.name} is not turned on.`);
      return visits.call(row, call);
    },

    listAt: (async (address, signal) => {
      const offer = await visits.askAt(address, signal);
      if ('trouble' in offer) throw new AppError('TOOL_FAILED', `${address.service}: ${offer.trouble}`);
      return joinTools(offer.tools, []).map(({ isOn: _, isChanged: __, ...tool }) => tool);
    }) satisfies NodeServices['listMcpToolsAt'],

    callAt: ((address, call) => visits.callAt(address, call)) satisfies NodeServices['callMcpToolAt'],
  };
}
