import type { JSONSchema7 } from '@ai-sdk/provider';
import { AppError } from '@tendril/contract/app-error';
import type { Tool } from '@tendril/contract/provider/tool';
import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { toToolName } from '../../text/tool-name.ts';
import { asRecord } from '../../tools/as-record.ts';
import { boundedText } from '../../tools/bounded-text.ts';
import { composioApi, composioChoices } from '../../tools/composio-api.ts';
import { readSecret } from '../../tools/read-secret.ts';

const action = z.object({
  slug: z.string(),
  description: z.string().nullish(),
  input_parameters: z.record(z.string(), z.unknown()).nullish(),
});
const outcome = z.object({
  successful: z.boolean(),
  data: z.unknown().optional(),
  error: z.string().nullish(),
});

/** Lets a model work with the services that somebody has connected at Composio. */
export const composio = implementNode({
  name: 'composio',
  icon: 'composio',
  description: 'Lets an agent use the actions of a service that is connected at Composio.',
  loadMethods: {
    listApps: (request) => composioChoices(request, 'apps'),
    listConnections: (request) => composioChoices(request, 'connections'),
    listActions: (request) => composioChoices(request, 'actions'),
  },

  async run({ actions, connectedAccountId }, context) {
    const ask = composioApi(await readSecret(context, 'composioApi', 'Composio'));
    const { nodeId } = context;
    const tools: Tool[] = [];
    for (const slug of actions) {
      const path = `/tools/${encodeURIComponent(slug)}`;
      const { description, input_parameters: schema } = await ask(path, { shape: action }, context);
      tools.push({
        nodeId,
        name: toToolName(slug, 'composio'),
        description: description ?? slug,
        inputSchema: (schema ?? { type: 'object', properties: {} }) as JSONSchema7,
        async execute(input, current) {
          const body = { connected_account_id: connectedAccountId, arguments: asRecord(input) };
          const run = `/tools/execute/${encodeURIComponent(slug)}`;
          const { successful, data, error } = await ask(run, { body, shape: outcome }, current);
          if (!successful)
            throw new AppError(
              'TOOL_FAILED',
              `Composio could not run ${slug}: ${error ?? 'no reason given'}`,
            );
          return { text: boundedText(data) };
        },
      });
    }
    return { composio: tools };
  },
});
