import type { Block } from '@tendril/contract/provider/block';
import type { BlockPiece } from './block-piece.ts';

const blocksAtOnce = 100;
const charsAtOnce = 64_000;

/** Blocks a hundred at a time, or fewer long ones. */
export function* cutPieces(
  blocks: Iterable<Block>,
  at: { number: number; total: number },
): Generator<BlockPiece> {
  let piece: Block[] = [];
  let chars = 0;
  for (const block of blocks) {
    piece.push(block);
    chars += block.text.length;
    if (piece.length < blocksAtOnce && chars < charsAtOnce) continue;
    yield { blocks: piece, ...at };
    piece = [];
    chars = 0;
  }
  if (piece.length > 0) yield { blocks: piece, ...at };
}
