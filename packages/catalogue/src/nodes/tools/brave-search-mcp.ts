import { implementNode } from '../../interfaces/implement-node.ts';
import { braveTools } from '../../tools/brave-tools.ts';
import { builtInMcp } from '../../tools/built-in-mcp.ts';
import { jsonApi } from '../../tools/json-api.ts';
import { readSecret } from '../../tools/read-secret.ts';

const service = 'Brave Search';
const server = builtInMcp(braveTools, async (context) => {
  const key = await readSecret(context, 'braveApiKey', service);
  const headers = { 'x-subscription-token': key };
  return jsonApi({ service, base: 'https://api.search.brave.com/res/v1', headers, secrets: [key] });
});

/** Searches with Brave: pages and places. */
export const braveSearchMCP = implementNode({
  name: 'braveSearchMCP',
  icon: 'brave',
  description: 'Lets an agent search the web and places with Brave.',
  loadMethods: server.loadMethods,
  run: async (inputs, context) => ({ braveSearchMCP: await server.run(inputs, context) }),
});
