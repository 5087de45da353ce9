import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { blockSplitter } from '../../chunking/block-splitter.ts';
import { StructureChunker } from '../../chunking/structure-chunker.ts';

/** Splits documents along their headings, paragraphs and tables. */
export const structureTextSplitter = defineNode({
  name: 'structureTextSplitter',
  label: 'By Structure',
  version: 1,
  category: 'Text Splitters',
  description:
    'Fills chunks with whole paragraphs, lists, functions and rows of tables, never across a heading.',
  icon: 'list-tree',
  isReusable: true,
  inputs: {
    maxTokens: param.number({
      label: 'Chunk Size in Tokens',
      description: 'At most; a token is counted as four characters.',
      optional: true,
      default: 450,
      min: 50,
      max: 8000,
    }),
    overlaps: param.boolean({
      label: 'Repeat Last Sentence',
      description: 'A chunk begins with the last sentence of the one before, within a section.',
      optional: true,
      default: true,
    }),
  },
  outputs: {
    structureTextSplitter: output(['StructureTextSplitter', 'TextSplitter'], { label: 'By Structure' }),
  },

  async run({ maxTokens, overlaps }, { nodeId }) {
    const settings = { tokens: maxTokens ?? 450, overlaps: overlaps ?? true };
    return { structureTextSplitter: blockSplitter(nodeId, () => new StructureChunker(settings)) };
  },
});
