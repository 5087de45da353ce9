import type { Block } from '@tendril/contract/provider/block';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { BlockChunker } from '@tendril/contract/provider/retrieval';
import { chunkOfBlocks } from './chunk-of-blocks.ts';
import { cutBlock } from './cut-block.ts';
import { parentKey } from './parent-key.ts';
import { sentencesOf } from './sentences-of.ts';
import { StructureChunker } from './structure-chunker.ts';

const sectionTokens = 4000;
const longestSentence = 200;

/** The sentences of a block, each as a block with its own place; rows and lines where it has no sentences. */
function sentenceBlocks(block: Block): Block[] {
  if (block.kind === 'heading') return [];
  if (block.kind !== 'text' && block.kind !== 'caption') return cutBlock(block, longestSentence);
  const boxes = block.place.boxes;
  let at = 0;
  return sentencesOf(block.text).flatMap((sentence) => {
    const from = at / block.text.length;
    at += sentence.length;
    const to = at / block.text.length;
    const own = boxes?.slice(Math.floor(from * boxes.length), Math.max(1, Math.ceil(to * boxes.length)));
    const place = own && own.length > 0 ? { ...block.place, boxes: own } : block.place;
    return cutBlock({ ...block, text: sentence.trim(), place }, longestSentence).filter(
      ({ text }) => text !== '',
    );
  });
}

/** One sentence is searched; it and some before and after are given to the model. */
export function openWindowChunker({ around }: { around: number }): BlockChunker {
  let number = 0;
  const toChunk = (blocks: readonly Block[], metadata: Record<string, unknown>): SourceDocument[] => {
    const sentences = blocks.flatMap(sentenceBlocks);
    return sentences.map((sentence, index) => {
      number += 1;
      const window = sentences.slice(Math.max(0, index - around), index + around + 1);
      const text = window.map((one) => one.text).join(' ');
      return chunkOfBlocks({
        blocks: [sentence],
        metadata,
        parent: { key: parentKey(metadata['source'], number, text), text },
      });
    });
  };
  return new StructureChunker({ tokens: sectionTokens, overlaps: false, toChunk });
}
