import type { ModelCache } from '@tendril/contract/provider/model-cache';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress } from '../../model/address.ts';
import { askService } from '../../tools/ask-service.ts';
import { readSecret } from '../../tools/read-secret.ts';

const keptSeconds = 24 * 60 * 60;

/** Answers kept at Momento. */
export const momentoCache = implementNode({
  name: 'momentoCache',
  icon: 'momento',
  description: 'Keeps the answers of models at Momento for a day and gives them again.',

  async run(_inputs, context) {
    const key = await readSecret(context, 'momentoApiKey', 'Momento');
    const cache = await readSecret(context, 'momentoCache', 'Momento');
    const endpoint = await readSecret(context, 'momentoEndpoint', 'Momento');
    const base = checkAddress(endpoint.includes('://') ? endpoint : `https://${endpoint}`, 'Endpoint');
    const requestOf = (name: string) => ({
      service: 'Momento',
      url: `${base}/cache/${encodeURIComponent(cache)}?key=${encodeURIComponent(name)}`,
      headers: { authorization: key },
      secrets: [key],
    });
    const momentoCache: ModelCache = {
      nodeId: context.nodeId,
      async read(name) {
        const kept = await askService({ ...requestOf(name), mayBeMissing: true }, context);
        return kept === '' ? undefined : kept;
      },
      async write(name, answer) {
        const request = requestOf(name);
        const url = `${request.url}&ttl_seconds=${keptSeconds}`;
        const content = { type: 'application/octet-stream', text: answer };
        await askService({ ...request, url, method: 'PUT', content }, context);
      },
    };
    return { momentoCache };
  },
});
