import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';
import { onceKey } from '../step/once-key.ts';
import { mcpChoicesOf, mcpTools } from './mcp-tools.ts';

/** The tools of an MCP server of the workspace; none chosen means all that are turned on. Throws FLOW_INVALID for none. */
export async function storedMcpTools(
  serverId: string,
  actions: readonly string[] | undefined,
  { nodeId, services }: Pick<RunContext, 'nodeId' | 'services'>,
): Promise<Tool[]> {
  const { listMcpTools } = services;
  if (!listMcpTools) throw new AppError('UNAVAILABLE', 'There are no MCP servers here.');
  const offered = (await listMcpTools(serverId)).map((tool) => ({
    ...tool,
    async call(args: Record<string, unknown>, context: RunContext) {
      const key = context.part && onceKey(context);
      const call = { serverId, name: tool.name, args, signal: context.signal, ...(key && { key }) };
      return (await context.services.callMcpTool?.(call)) ?? '';
    },
  }));
  const noneText = 'None of the selected tools of this MCP server is turned on in the Toolkit.';
  return mcpTools(offered, actions, { nodeId, noneText });
}

/** The choices of a node that takes its tools from an MCP server; `serverInput` is where its id is kept. */
export function mcpChoices(serverInput: string): NonNullable<AnyNode['loadMethods']> {
  return {
    async listServers({ listMcpServers }) {
      const servers = (await listMcpServers?.()) ?? [];
      return servers.map(({ id, name, url }) => ({ name: id, label: name, description: url }));
    },
    async listActions({ inputs, listMcpTools }) {
      const serverId = inputs[serverInput];
      if (typeof serverId !== 'string' || serverId === '') return [];
      return mcpChoicesOf((await listMcpTools?.(serverId)) ?? []);
    },
  };
}
