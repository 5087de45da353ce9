import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { Tool } from '@tendril/contract/provider/tool';
import { mcpChoices, storedMcpTools } from '../../tools/stored-mcp-tools.ts';

/** The tools of an MCP server over HTTP. */
export const customMCP = defineNode({
  name: 'customMCP',
  label: 'Custom MCP',
  version: 1.1,
  category: 'Tools (MCP)',
  description: 'Provides the tools of an MCP server that is set up in the Toolkit.',
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
  loadMethods: mcpChoices('mcpServer'),

  async run({ mcpServer, mcpActions }, context) {
    // The tools anchor of every agent accepts a list in the place of one tool.
    return { customMCP: (await storedMcpTools(mcpServer, mcpActions, context)) as unknown as Tool };
  },
});
