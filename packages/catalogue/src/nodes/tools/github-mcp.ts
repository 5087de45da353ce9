import { AppError } from '@tendril/contract/app-error';
import { implementNode } from '../../interfaces/implement-node.ts';
import { mcpServerElsewhere, needSecret } from '../../tools/mcp-server-elsewhere.ts';

const service = 'GitHub';

/** The server that GitHub runs itself, as in docs.github.com; one of an enterprise cloud is below its own name. */
function addressOf(enterprise: unknown): string {
  if (typeof enterprise !== 'string' || enterprise.trim() === '') return 'https://api.githubcopilot.com/mcp/';
  const host = URL.parse(enterprise.trim())?.hostname ?? '';
  if (host.endsWith('.ghe.com')) return `https://copilot-api.${host}/mcp`;
  throw new AppError(
    'FLOW_INVALID',
    'GitHub runs MCP servers for github.com and for addresses that end in ghe.com only.',
  );
}

const server = mcpServerElsewhere((settings) => ({
  service,
  url: addressOf(settings.inputs['githubEnterpriseUrl']),
  headers: { authorization: `Bearer ${needSecret(settings, 'accessToken', service)}` },
}));

/** Work on GitHub, by GitHub's own server. */
export const githubMCP = implementNode({
  name: 'githubMCP',
  icon: 'github',
  description: 'Lets an agent work with repositories, issues and pull requests on GitHub.',
  loadMethods: server.loadMethods,
  run: async (inputs, context) => ({ githubMCP: await server.run(inputs, context) }),
});
