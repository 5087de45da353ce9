import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { outsideMemory } from '../../memory/outside-memory.ts';
import { fromStoredMessage, toStoredMessage } from '../../memory/stored-message.ts';
import { checkAddress } from '../../model/address.ts';
import { jsonApi } from '../../tools/json-api.ts';
import { readSecret } from '../../tools/read-secret.ts';

const list = z.object({ result: z.array(z.unknown()) });

/** A conversation kept at Upstash. */
export const upstashRedisBackedChatMemory = implementNode({
  name: 'upstashRedisBackedChatMemory',
  icon: 'upstash',
  description: 'Remembers the conversation of a session in Redis at Upstash.',

  async run({ baseURL, sessionId, sessionTTL, memoryKey }, context) {
    const token = await readSecret(context, 'upstashRestToken', 'Upstash Redis');
    const ask = jsonApi({
      service: 'Upstash Redis',
      base: checkAddress(baseURL, 'Upstash Redis REST URL'),
      headers: { authorization: `Bearer ${token}` },
      secrets: [token],
    });
    const upstashRedisBackedChatMemory = outsideMemory({
      nodeId: context.nodeId,
      name: 'Upstash Redis',
      memoryKey,
      async read(current) {
        const key = sessionId || current.session.sessionId;
        const { result } = await ask('/', { body: ['LRANGE', key, 0, -1], shape: list }, current);
        // The newest message is the first of the list.
        return result.flatMap((stored) => fromStoredMessage(stored) ?? []).toReversed();
      },
      async write(turns, current) {
        const key = sessionId || current.session.sessionId;
        const messages = turns.map((turn) => JSON.stringify(toStoredMessage(turn)));
        const commands: unknown[] = [['LPUSH', key, ...messages]];
        if (sessionTTL) commands.push(['EXPIRE', key, sessionTTL]);
        await ask('/multi-exec', { body: commands }, current);
      },
    });
    return { upstashRedisBackedChatMemory };
  },
});
