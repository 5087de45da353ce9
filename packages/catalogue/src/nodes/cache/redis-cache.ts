import { param } from '@tendril/contract/node/param';
import type { ModelCache } from '@tendril/contract/provider/model-cache';
import { redisPlace } from '../../databases/redis-place.ts';
import { withRedis } from '../../databases/with-redis.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Answers kept in Redis. */
export const redisCache = implementNode({
  name: 'redisCache',
  icon: 'redis',
  description: 'Keeps the answers of models in a Redis server of your own and gives them again.',
  inputs: {
    // Known as milliseconds elsewhere, where it is taken as seconds all the same.
    ttl: param.number({ label: 'Time to Live (seconds)', optional: true, min: 1, additionalParams: true }),
  },

  async run({ ttl }, context) {
    const place = await redisPlace(context);
    const redisCache: ModelCache = {
      nodeId: context.nodeId,
      async read(key) {
        const kept = await withRedis(place, context, ({ ask }) => ask('GET', `tendril:${key}`));
        return typeof kept === 'string' ? kept : undefined;
      },
      async write(key, answer) {
        const until = ttl ? ['EX', Math.ceil(ttl)] : [];
        await withRedis(place, context, ({ ask }) => ask('SET', `tendril:${key}`, answer, ...until));
      },
    };
    return { redisCache };
  },
});
