import { implementNode } from '../../interfaces/implement-node.ts';
import { findKey } from '../../model/read-key.ts';
import { builtInMcp } from '../../tools/built-in-mcp.ts';
import { jsonApi } from '../../tools/json-api.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { type SlackPlace, slackTools } from '../../tools/slack-tools.ts';

const service = 'Slack';
const server = builtInMcp(slackTools, async (context): Promise<SlackPlace> => {
  const token = (await findKey(context, 'accessToken')) ?? (await readSecret(context, 'botToken', service));
  const headers = { authorization: `Bearer ${token}` };
  const ask = jsonApi({ service, base: 'https://slack.com/api', headers, secrets: [token] });
  return { ask, teamId: (await findKey(context, 'teamId')) ?? '' };
});

/** Channels, messages and people of a Slack workspace. */
export const slackMCP = implementNode({
  name: 'slackMCP',
  icon: 'hash',
  description: 'Lets an agent read and write in the channels of a Slack workspace.',
  loadMethods: server.loadMethods,
  run: async (inputs, context) => ({ slackMCP: await server.run(inputs, context) }),
});
