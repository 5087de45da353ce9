import type { Block } from '@tendril/contract/provider/block';

/** What a reader of blocks gives at a time: little enough for memory, and for the loop that chunks it. */
export interface BlockPiece {
  blocks: Block[];
  /** Of pages, sheets, slides, chapters or parts. */
  number: number;
  total: number;
  /** The page holds a picture of text and no text: its number. */
  picturePage?: number;
  /** That picture as PNG, where it was wanted. */
  picture?: Uint8Array;
  /** A part of the document that could not be read, and why. */
  problem?: string;
}
