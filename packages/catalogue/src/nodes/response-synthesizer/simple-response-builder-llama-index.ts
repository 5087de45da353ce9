import { refineWriter } from '../../answering/refine-writer.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Answers from the passages with a prompt of its own. */
export const simpleResponseBuilderLlamaIndex = implementNode({
  name: 'simpleResponseBuilderLlamaIndex',
  icon: 'letter-text',
  description: 'Answers from all passages that were found.',

  run: async (_inputs, { nodeId }) => ({
    simpleResponseBuilderLlamaIndex: refineWriter({ nodeId, areTogether: true }),
  }),
});
