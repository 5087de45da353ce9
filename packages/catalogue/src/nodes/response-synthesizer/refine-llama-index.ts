import { refineWriter } from '../../answering/refine-writer.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Answers from the first passage and improves the answer with each further one. */
export const refineLlamaIndex = implementNode({
  name: 'refineLlamaIndex',
  icon: 'letter-text',
  description: 'Answers from the first passage and improves the answer with each further one.',

  run: async ({ textQAPrompt, refinePrompt }, { nodeId }) => ({
    refineLlamaIndex: refineWriter({ nodeId, areTogether: false, textQAPrompt, refinePrompt }),
  }),
});
