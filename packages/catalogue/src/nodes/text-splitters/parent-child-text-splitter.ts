import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { blockSplitter } from '../../chunking/block-splitter.ts';
import { openParentChunker } from '../../chunking/parent-chunker.ts';

/** Splits documents into sections, and these into what is searched. */
export const parentChildTextSplitter = defineNode({
  name: 'parentChildTextSplitter',
  label: 'Parent and Child',
  version: 1,
  category: 'Text Splitters',
  description: 'Searches small pieces of a few sentences and gives the model the whole section around them.',
  icon: 'network',
  isReusable: true,
  inputs: {
    parentTokens: param.number({
      label: 'Section Size in Tokens',
      description: 'What the model gets, at most; a token is counted as four characters.',
      optional: true,
      default: 1200,
      min: 100,
      max: 16000,
    }),
    childTokens: param.number({
      label: 'Piece Size in Tokens',
      description: 'What is searched, at most: one to three sentences.',
      optional: true,
      default: 80,
      min: 10,
      max: 2000,
    }),
  },
  outputs: {
    parentChildTextSplitter: output(['ParentChildTextSplitter', 'TextSplitter'], {
      label: 'Parent and Child',
    }),
  },

  async run({ parentTokens, childTokens }, { nodeId }) {
    const settings = { parentTokens: parentTokens ?? 1200, childTokens: childTokens ?? 80 };
    return { parentChildTextSplitter: blockSplitter(nodeId, () => openParentChunker(settings)) };
  },
});
