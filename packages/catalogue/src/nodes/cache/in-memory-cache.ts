import type { ModelCache } from '@tendril/contract/provider/model-cache';
import { implementNode } from '../../interfaces/implement-node.ts';
import { BoundedCache } from '../../model/bounded-cache.ts';

/** Characters of all flows together. */
const mostCharacters = 16_000_000;
const answers = new BoundedCache<string>(mostCharacters, (answer) => answer.length + 100);

/** Answers kept in the server's memory. */
export const inMemoryCache = implementNode({
  name: 'inMemoryCache',
  icon: 'zap',
  description:
    'Answers a question that a model has answered before without asking it again, until a restart.',
  isReusable: true,

  async run(_inputs, { nodeId, session }) {
    const { flowId } = session;
    const cache: ModelCache = {
      nodeId,
      read: async (key) => answers.get(`${flowId}/${key}`),
      write: async (key, answer) => answers.set(`${flowId}/${key}`, answer),
    };
    return { inMemoryCache: cache };
  },
});
