import { implementNode } from '../../interfaces/implement-node.ts';
import { mcpChoices, storedMcpTools } from '../../tools/stored-mcp-tools.ts';

/** The tools of an MCP server that is set up once for all flows. */
export const customMcpServerTool = implementNode({
  name: 'customMcpServerTool',
  icon: 'wrench',
  description: 'Gives an agent the tools of an MCP server that is set up in the Toolkit.',
  loadMethods: mcpChoices('mcpServerId'),

  async run({ mcpServerId, mcpActions }, context) {
    return { customMcpServerTool: await storedMcpTools(mcpServerId, mcpActions, context) };
  },
});
