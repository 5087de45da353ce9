import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { outsideMemory } from '../../memory/outside-memory.ts';
import { jsonApi } from '../../tools/json-api.ts';
import { readSecret } from '../../tools/read-secret.ts';

const memories = z.array(z.object({ memory: z.string() }));
const found = z.union([memories, z.object({ results: memories }).transform(({ results }) => results)]);

/** What Mem0 has learned of a person. */
export const mem0 = implementNode({
  name: 'mem0',
  icon: 'mem0',
  description: 'Remembers what matters of a conversation at Mem0, across sessions of the same person.',

  async run(form, context) {
    const key = await readSecret(context, 'apiKey', 'Mem0');
    const ask = jsonApi({
      service: 'Mem0',
      base: 'https://api.mem0.ai',
      headers: { authorization: `Token ${key}` },
      secrets: [key],
    });
    const whose = (chatId: string) => ({
      user_id: form.useFlowiseChatId ? chatId : form.user_id || 'flowise-default-user',
      ...(form.run_id && { run_id: form.run_id }),
      ...(form.agent_id && { agent_id: form.agent_id }),
      ...(form.app_id && { app_id: form.app_id }),
    });
    const project = {
      ...(form.project_id && { project_id: form.project_id }),
      ...(form.org_id && { org_id: form.org_id }),
    };
    const mem0 = outsideMemory({
      nodeId: context.nodeId,
      name: 'Mem0',
      memoryKey: form.memoryKey || 'history',
      async read(current) {
        const { chatId, sessionId } = current.session;
        const filters = { AND: Object.entries(whose(chatId)).map(([name, value]) => ({ [name]: value })) };
        const body = { query: current.question, filters, ...project };
        const known = await ask('/v2/memories/search/', { body, shape: found }, current);
        const facts = known.map(({ memory }) => `- ${memory}`).join('\n');
        const learned =
          facts === '' ? [] : [{ role: 'system' as const, content: `What is known:\n${facts}` }];
        return [...learned, ...(await current.services.readHistory(sessionId))];
      },
      async write(turns, current) {
        if (form.searchOnly) return;
        const body = { messages: turns, ...whose(current.session.chatId), ...project };
        await ask('/v1/memories/', { body }, current);
      },
    });
    return { mem0 };
  },
});
