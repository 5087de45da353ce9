import type { Block } from '@tendril/contract/provider/block';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { BlockChunker } from '@tendril/contract/provider/retrieval';
import { blocksText, chunkOfBlocks } from './chunk-of-blocks.ts';
import { cutBlock } from './cut-block.ts';
import { parentKey } from './parent-key.ts';
import { StructureChunker } from './structure-chunker.ts';

interface ParentSettings {
  parentTokens: number;
  childTokens: number;
}

/** Children of one to three sentences are searched; the section around them is what is given to the model. */
export function openParentChunker({ parentTokens, childTokens }: ParentSettings): BlockChunker {
  let number = 0;
  const toChunk = (blocks: readonly Block[], metadata: Record<string, unknown>): SourceDocument[] => {
    number += 1;
    const text = blocksText(blocks);
    const parent = { key: parentKey(metadata['source'], number, text), text };
    const bodies = blocks.filter(({ kind }) => kind !== 'heading');
    return (bodies.length > 0 ? bodies : blocks)
      .flatMap((block) => cutBlock(block, childTokens))
      .map((block) => chunkOfBlocks({ blocks: [block], metadata, parent }));
  };
  return new StructureChunker({ tokens: parentTokens, overlaps: false, toChunk });
}
