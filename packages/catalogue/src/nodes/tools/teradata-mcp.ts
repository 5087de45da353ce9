import { AppError } from '@tendril/contract/app-error';
import { implementNode } from '../../interfaces/implement-node.ts';
import { type McpSettings, mcpServerElsewhere, needSecret } from '../../tools/mcp-server-elsewhere.ts';

const service = 'Teradata';

function authorization(settings: McpSettings): string {
  const { inputs, secret } = settings;
  const given = typeof inputs['bearerToken'] === 'string' ? inputs['bearerToken'].trim() : '';
  const token = given || secret['token'];
  if (token) return `Bearer ${token}`;
  const user = needSecret(settings, 'tdUsername', service);
  const password = needSecret(settings, 'tdPassword', service);
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const server = mcpServerElsewhere((settings) => {
  const url = URL.parse(String(settings.inputs['mcpUrl'] ?? '').trim());
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AppError('FLOW_INVALID', 'MCP Server URL has to be a web address.');
  return { service, url: url.href, headers: { authorization: authorization(settings) } };
});

/** A Teradata system, through the MCP server that somebody runs in front of it. */
export const teradataMCP = implementNode({
  name: 'teradataMCP',
  icon: 'database',
  description: 'Lets an agent ask a Teradata system, through its MCP server.',
  credentialUnless: 'bearerToken',
  loadMethods: server.loadMethods,
  run: async (inputs, context) => ({ teradataMCP: await server.run(inputs, context) }),
});
