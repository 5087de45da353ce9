import { treeWriter } from '../../answering/tree-writer.ts';
import { implementNode } from '../../interfaces/implement-node.ts';

/** Answers from parts of the passages, then from those answers. */
export const treeSummarizeLlamaIndex = implementNode({
  name: 'treeSummarizeLlamaIndex',
  icon: 'list-tree',
  description: 'Answers from parts of the passages and then from those answers, until one is left.',

  run: async ({ prompt }, { nodeId }) => ({ treeSummarizeLlamaIndex: treeWriter({ nodeId, prompt }) }),
});
