import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { StoredMcpTool } from '@tendril/contract/node/run-context';
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

/** The tools of an MCP server over HTTP. */
export const customMCP = defineNode({
  name: 'customMCP',
  label: 'Custom MCP',
  version: 1.1,
  category: 'Tools (MCP)',
  description: 'Lends the tools of an MCP server that is set up in the Toolkit.',
  icon: 'plug',
  inputs: {
    mcpServer: param.asyncOptions({
      label: 'MCP Server',
      loadMethod: 'listServers',
      description: 'Servers are added in the Toolkit, and their tools switched on there.',
    }),
    mcpActions: param.multiOptions({
      label: 'Available Actions',
      loadMethod: 'listActions',
      options: [],
      optional: true,
      description: 'None chosen: all that are switched on.',
    }),
  },
  outputs: { customMCP: output(['Custom MCP', 'Tool'], { label: 'Custom MCP' }) },
  loadMethods: {
    async listServers({ listMcpServers }) {
      const servers = (await listMcpServers?.()) ?? [];
      return servers.map(({ id, name, url }) => ({ name: id, label: name, description: url }));
    },
    async listActions({ inputs, listMcpTools }) {
      const serverId = inputs['mcpServer'];
      if (typeof serverId !== 'string' || serverId === '') return [];
      const tools = (await listMcpTools?.(serverId)) ?? [];
      return tools.map(({ name, description }) => ({ name, label: name, description }));
    },
  },

  async run({ mcpServer, mcpActions }, { nodeId, services }) {
    const { listMcpTools } = services;
    if (!listMcpTools) throw new AppError('UNAVAILABLE', 'There are no MCP servers here.');
    const chosen = new Set(mcpActions ?? []);
    const offered = await listMcpTools(mcpServer);
    const tools = offered.filter(({ name }) => chosen.size === 0 || chosen.has(name));
    if (tools.length === 0)
      throw new AppError(
        'FLOW_INVALID',
        'None of the selected tools of this MCP server is turned on in the Toolkit.',
      );
    const names = modelNames(tools);
    const wrapped = tools.map(
      (tool, index): Tool => ({
        nodeId,
        name: names[index] ?? tool.name,
        description: tool.description,
        inputSchema: tool.inputSchema as JSONSchema7,
        async execute(input, context) {
          const args = (input ?? {}) as Record<string, unknown>;
          const call = { serverId: mcpServer, name: tool.name, args, signal: context.signal };
          return { text: (await context.services.callMcpTool?.(call)) ?? '' };
        },
      }),
    );
    // The tools anchor of every agent accepts a list in the place of one tool.
    return { customMCP: wrapped as unknown as Tool };
  },
});
