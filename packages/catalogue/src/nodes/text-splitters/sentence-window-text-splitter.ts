import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { blockSplitter } from '../../chunking/block-splitter.ts';
import { openWindowChunker } from '../../chunking/window-chunker.ts';

/** Splits documents into sentences. */
export const sentenceWindowTextSplitter = defineNode({
  name: 'sentenceWindowTextSplitter',
  label: 'Sentence Window',
  version: 1,
  category: 'Text Splitters',
  description: 'Searches single sentences and gives the model those around them as well.',
  icon: 'between-horizontal-start',
  isReusable: true,
  inputs: {
    around: param.number({
      label: 'Sentences Around',
      description: 'How many before and after a found sentence the model gets.',
      optional: true,
      default: 3,
      min: 0,
      max: 20,
    }),
  },
  outputs: {
    sentenceWindowTextSplitter: output(['SentenceWindowTextSplitter', 'TextSplitter'], {
      label: 'Sentence Window',
    }),
  },

  async run({ around }, { nodeId }) {
    return {
      sentenceWindowTextSplitter: blockSplitter(nodeId, () => openWindowChunker({ around: around ?? 3 })),
    };
  },
});
