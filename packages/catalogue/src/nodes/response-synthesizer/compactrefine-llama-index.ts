import { refineWriter } from '../../answering/refine-writer.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Answers from as many passages at once as fit, and improves the answer with the rest. */
export const compactrefineLlamaIndex = implementNode({
  name: 'compactrefineLlamaIndex',
  icon: 'letter-text',
  description: 'Answers from as many passages at once as fit, and improves the answer with the rest.',

  run: async ({ textQAPrompt, refinePrompt }, { nodeId }) => ({
    compactrefineLlamaIndex: refineWriter({ nodeId, areTogether: true, textQAPrompt, refinePrompt }),
  }),
});
