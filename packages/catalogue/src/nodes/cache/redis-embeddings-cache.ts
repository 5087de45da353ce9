import { param } from '@tendril/contract/node/param';
import { redisPlace } from '../../databases/redis-place.ts';
import { fromVectorBytes, toVectorBytes } from '../../databases/vector-bytes.ts';
import { withRedis } from '../../databases/with-redis.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { cachedEmbedder } from '../../model/cached-embedder.ts';

const keptSeconds = 3600;
const redisKey = (key: string) => `tendril:vector:${key}`;

/** Vectors kept in Redis. */
export const redisEmbeddingsCache = implementNode({
  name: 'redisEmbeddingsCache',
  icon: 'redis',
  description:
    'Keeps the vectors of texts in a Redis server of your own, so that each text is sent to the model once.',
  inputs: {
    // Known as milliseconds elsewhere, where it is taken as seconds all the same.
    ttl: param.number({
      label: 'Time to Live (seconds)',
      default: keptSeconds,
      optional: true,
      min: 1,
      additionalParams: true,
    }),
  },

  async run({ embeddings, namespace = '', ttl }, context) {
    const place = await redisPlace(context);
    const seconds = Math.ceil(ttl || keptSeconds);
    const redisEmbeddingsCache = cachedEmbedder({
      nodeId: context.nodeId,
      name: 'Redis Embeddings Cache',
      scope: [namespace],
      embeddings,
      async read(keys, current) {
        const kept = await withRedis(place, current, ({ askBytes }) =>
          askBytes('MGET', ...keys.map(redisKey)),
        );
        return (kept as (Buffer | null)[]).map((bytes) => (bytes ? fromVectorBytes(bytes) : undefined));
      },
      async write(entries, current) {
        await withRedis(place, current, ({ together }) =>
          together(
            entries.map(({ key, vector }) => ['SET', redisKey(key), toVectorBytes(vector), 'EX', seconds]),
          ),
        );
      },
    });
    return { redisEmbeddingsCache };
  },
});
