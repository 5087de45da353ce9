import { AppError } from '@tendril/contract/app-error';
import { z } from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { jsonApi } from '../../tools/json-api.ts';
import { type McpSettings, mcpServerElsewhere, needSecret } from '../../tools/mcp-server-elsewhere.ts';

const service = 'Pipedream';
const tokenAnswer = z.object({ access_token: z.string().min(1) });

/** A token of the project's OAuth client, as in pipedream.com/docs/connect. */
async function accessToken(settings: McpSettings): Promise<string> {
  const id = needSecret(settings, 'clientId', service);
  const secret = needSecret(settings, 'clientSecret', service);
  const scope = settings.secret['oauthScopes']?.trim();
  const ask = jsonApi({ service, base: 'https://api.pipedream.com/v1', secrets: [secret] });
  const body = {
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
    ...(scope && { scope }),
  };
  const { services, signal } = settings;
  const answer = await ask(
    '/oauth/token',
    { body, shape: tokenAnswer },
    { services: services as never, signal },
  );
  return answer.access_token;
}

function needText(inputs: McpSettings['inputs'], name: string, label: string): string {
  const value = String(inputs[name] ?? '').trim();
  if (value === '') throw new AppError('FLOW_INVALID', `${label} is missing in this node.`);
  return value;
}

const server = mcpServerElsewhere(async (settings) => {
  const { inputs } = settings;
  const headers = {
    'x-pd-project-id': needSecret(settings, 'projectId', service),
    'x-pd-environment': String(inputs['environment'] ?? 'development'),
    'x-pd-external-user-id': needText(inputs, 'externalUserId', 'User ID'),
    'x-pd-app-slug': needText(inputs, 'appSlug', 'App Slug'),
    'x-pd-tool-mode': 'tools-only',
  };
  const authorization = `Bearer ${await accessToken(settings)}`;
  return { service, url: 'https://remote.mcp.pipedream.net', headers: { ...headers, authorization } };
});

/** The apps that Pipedream connects. */
export const pipedreamMCP = implementNode({
  name: 'pipedreamMCP',
  icon: 'plug',
  description: 'Lets an agent use one of the apps that Pipedream connects.',
  loadMethods: server.loadMethods,
  run: async (inputs, context) => ({ pipedreamMCP: await server.run(inputs, context) }),
});
