import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { outsideMemory } from '../../memory/outside-memory.ts';
import { jsonApi } from '../../tools/json-api.ts';
import { readSecret } from '../../tools/read-secret.ts';

const thread = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })).nullish(),
});
const known = z.object({ context: z.string().nullish() });

/** A conversation kept at Zep, and what Zep has learned from it. */
export const ZepMemoryCloud = implementNode({
  name: 'ZepMemoryCloud',
  icon: 'zep',
  description: 'Remembers the conversation of a session at Zep, with what Zep has learned from it.',

  async run({ sessionId, memoryType, memoryKey }, context) {
    const key = await readSecret(context, 'apiKey', 'Zep');
    const ask = jsonApi({
      service: 'Zep',
      base: 'https://api.getzep.com/api/v2',
      headers: { authorization: `Api-Key ${key}` },
      secrets: [key],
    });
    const idOf = (session: string) => sessionId || session;
    const ZepMemoryCloud = outsideMemory({
      nodeId: context.nodeId,
      name: 'Zep',
      memoryKey,
      async read(current) {
        const path = `/threads/${encodeURIComponent(idOf(current.session.sessionId))}`;
        const missing = { mayBeMissing: true };
        const kept = await ask(`${path}/messages`, { ...missing, shape: thread.optional() }, current);
        const turns = (kept?.messages ?? []).map(({ role, content }) => ({
          role: role === 'user' ? ('user' as const) : ('assistant' as const),
          content,
        }));
        if (memoryType === 'message_window' || turns.length === 0) return turns;
        const learned = await ask(`${path}/context`, { ...missing, shape: known.optional() }, current);
        return learned?.context ? [{ role: 'system', content: learned.context }, ...turns] : turns;
      },
      async write(turns, current) {
        const id = idOf(current.session.sessionId);
        const path = `/threads/${encodeURIComponent(id)}/messages`;
        const body = { messages: turns.map(({ role, content }) => ({ role, content })) };
        const wasThere = await ask(path, { body, mayBeMissing: true }, current);
        if (wasThere !== undefined) return;
        // The first message of a thread makes it, and the person that it belongs to.
        await ask('/users', { body: { user_id: id } }, current);
        await ask('/threads', { body: { thread_id: id, user_id: id } }, current);
        await ask(path, { body }, current);
      },
    });
    return { ZepMemoryCloud };
  },
});
