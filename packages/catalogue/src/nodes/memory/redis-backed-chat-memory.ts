import { redisPlace } from '../../databases/redis-place.ts';
import { withRedis } from '../../databases/with-redis.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { outsideMemory } from '../../memory/outside-memory.ts';
import { fromStoredMessage, toStoredMessage } from '../../memory/stored-message.ts';

/** A conversation kept in Redis. */
export const RedisBackedChatMemory = implementNode({
  name: 'RedisBackedChatMemory',
  icon: 'redis',
  description: 'Remembers the conversation of a session in a Redis server of your own.',

  async run({ sessionId, sessionTTL, memoryKey, windowSize }, context) {
    const place = await redisPlace(context);
    const memory = outsideMemory({
      nodeId: context.nodeId,
      name: 'Redis',
      memoryKey,
      async read(current) {
        const key = sessionId || current.session.sessionId;
        // The newest message is the first of the list; a question and its answer are two.
        const last = windowSize ? windowSize * 2 - 1 : -1;
        const kept = await withRedis(place, current, ({ ask }) => ask('LRANGE', key, 0, last));
        return (kept as unknown[]).flatMap((stored) => fromStoredMessage(stored) ?? []).toReversed();
      },
      async write(turns, current) {
        const key = sessionId || current.session.sessionId;
        const messages = turns.map((turn) => JSON.stringify(toStoredMessage(turn)));
        await withRedis(place, current, ({ together }) =>
          together([
            ['LPUSH', key, ...messages],
            ...(sessionTTL ? [['EXPIRE', key, sessionTTL] as const] : []),
          ]),
        );
      },
    });
    return { RedisBackedChatMemory: memory };
  },
});
