import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { outsideMemory } from '../../memory/outside-memory.ts';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';
import { jsonApi } from '../../tools/json-api.ts';

const conversation = z.object({
  summary: z.object({ content: z.string().nullish() }).nullish(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).nullish(),
});

/** A conversation kept in an open-source Zep server of somebody's own. */
export const ZepMemory = implementNode({
  name: 'ZepMemory',
  icon: 'zep',
  description: 'Remembers the conversation of a session in a Zep server of your own.',

  async run({ baseURL, sessionId, k, aiPrefix, humanPrefix, memoryKey }, context) {
    const key = await findKey(context, 'apiKey');
    const ask = jsonApi({
      service: 'Zep',
      base: checkAddress(baseURL, 'Base URL'),
      ...(key && { headers: { authorization: `Bearer ${key}` }, secrets: [key] }),
    });
    const pathOf = (session: string) => `/api/v1/sessions/${encodeURIComponent(sessionId || session)}/memory`;
    const ZepMemory = outsideMemory({
      nodeId: context.nodeId,
      name: 'Zep',
      memoryKey,
      async read(current) {
        const request = { query: { lastn: k }, mayBeMissing: true, shape: conversation.optional() };
        const kept = await ask(pathOf(current.session.sessionId), request, current);
        const turns = (kept?.messages ?? []).map(({ role, content }) => ({
          role: role === aiPrefix ? ('assistant' as const) : ('user' as const),
          content,
        }));
        const summary = kept?.summary?.content;
        return summary ? [{ role: 'system', content: summary }, ...turns] : turns;
      },
      async write(turns, current) {
        const messages = turns.map(({ role, content }) => ({
          role: role === 'assistant' ? aiPrefix : humanPrefix,
          content,
        }));
        await ask(pathOf(current.session.sessionId), { body: { messages } }, current);
      },
    });
    return { ZepMemory };
  },
});
