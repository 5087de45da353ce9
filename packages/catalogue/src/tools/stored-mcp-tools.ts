import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext, StoredMcpTool } from '@tendril/contract/node/run-context';
import type { Tool } from '@tendril/contract/provider/tool';

const maxNameCharacters = 64;

/** Names that models accept; duplicates get a number. */
function modelNames(tools: readonly StoredMcpTool[]): string[] {
  const taken = new Set<string>();
  return tools.map(({ name }) => {
    const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, maxNameCharacters) || 'tool';
    let candidate = plain;
    for (let number = 2; taken.has(candidate); number += 1)
      candidate = `${plain.slice(0, maxNameCharacters - 4)}_${number}`;
    taken.add(candidate);
    return candidate;
  });
}

/** The tools of an MCP server of the workspace; none chosen means all that are turned on. Throws FLOW_INVALID for none. */
export async function storedMcpTools(
  serverId: string,
  actions: readonly string[] | undefined,
  { nodeId, services }: Pick<RunContext, 'nodeId' | 'services'>,
): Promise<Tool[]> {
  const { listMcpTools } = services;
  if (!listMcpTools) throw new AppError('UNAVAILABLE', 'There are no MCP servers here.');
  const chosen = new Set(actions ?? []);
  const offered = await listMcpTools(serverId);
  const tools = offered.filter(({ name }) => chosen.size === 0 || chosen.has(name));
  if (tools.length === 0)
    throw new AppError(
      'FLOW_INVALID',
      'None of the selected tools of this MCP server is turned on in the Toolkit.',
    );
  const names = modelNames(tools);
  return tools.map((tool, index) => ({
    nodeId,
    name: names[index] ?? tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema as JSONSchema7,
    async execute(input, context) {
      const args = (input ?? {}) as Record<string, unknown>;
      const call = { serverId, name: tool.name, args, signal: context.signal };
      return { text: (await context.services.callMcpTool?.(call)) ?? '' };
    },
  }));
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
      const tools = (await listMcpTools?.(serverId)) ?? [];
      return tools.map(({ name, description }) => ({ name, label: name, description }));
    },
  };
}
