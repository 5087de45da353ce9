import { implementNode } from '../../interfaces/implement-node.ts';
import { mcpServerElsewhere, needSecret } from '../../tools/mcp-server-elsewhere.ts';

const service = 'Browserless';
const server = mcpServerElsewhere((settings) => ({
  service,
  url: 'https://mcp.browserless.io/mcp',
  headers: { authorization: `Bearer ${needSecret(settings, 'browserlessApiToken', service)}` },
}));

/** Browsers in the cloud; address and key as in docs.browserless.io/mcp. */
export const browserlessMCP = implementNode({
  name: 'browserlessMCP',
  icon: 'globe',
  description: 'Lets an agent read, search and operate web pages in browsers of Browserless.',
  loadMethods: server.loadMethods,
  run: async (inputs, context) => ({ browserlessMCP: await server.run(inputs, context) }),
});
