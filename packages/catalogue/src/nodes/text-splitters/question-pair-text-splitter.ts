import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { blockSplitter } from '../../chunking/block-splitter.ts';
import { PairChunker } from '../../chunking/pair-chunker.ts';

/** Splits lists of questions and answers. */
export const questionPairTextSplitter = defineNode({
  name: 'questionPairTextSplitter',
  label: 'Questions and Answers',
  version: 1,
  category: 'Text Splitters',
  description:
    'Searches questions and gives their answers: of tables with two columns, or of headings and lines that end with a question mark.',
  icon: 'message-circle-question-mark',
  isReusable: true,
  inputs: {
    maxTokens: param.number({
      label: 'Chunk Size in Tokens',
      description: 'Of text that is no question or answer, at most.',
      optional: true,
      default: 450,
      min: 50,
      max: 8000,
    }),
  },
  outputs: {
    questionPairTextSplitter: output(['QuestionPairTextSplitter', 'TextSplitter'], {
      label: 'Questions and Answers',
    }),
  },

  async run({ maxTokens }, { nodeId }) {
    const settings = { tokens: maxTokens ?? 450 };
    return { questionPairTextSplitter: blockSplitter(nodeId, () => new PairChunker(settings)) };
  },
});
