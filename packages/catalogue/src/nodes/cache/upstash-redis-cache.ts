import type { ModelCache } from '@tendril/contract/provider/model-cache';
import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { checkAddress } from '../../model/address.ts';
import { jsonApi } from '../../tools/json-api.ts';
import { readSecret } from '../../tools/read-secret.ts';

const value = z.object({ result: z.string().nullable() });

/** Answers kept at Upstash. */
export const upstashRedisCache = implementNode({
  name: 'upstashRedisCache',
  icon: 'upstash',
  description: 'Keeps the answers of models in Redis at Upstash and gives them again.',

  async run(_inputs, context) {
    const token = await readSecret(context, 'upstashConnectionToken', 'Upstash Redis');
    const { upstashConnectionUrl: url = '' } = await context.credential();
    const ask = jsonApi({
      service: 'Upstash Redis',
      base: checkAddress(url, 'Upstash Redis REST URL'),
      headers: { authorization: `Bearer ${token}` },
      secrets: [token],
    });
    const upstashRedisCache: ModelCache = {
      nodeId: context.nodeId,
      async read(key) {
        const { result } = await ask('/', { body: ['GET', `tendril:${key}`], shape: value }, context);
        return result ?? undefined;
      },
      async write(key, answer) {
        await ask('/', { body: ['SET', `tendril:${key}`, answer] }, context);
      },
    };
    return { upstashRedisCache };
  },
});
