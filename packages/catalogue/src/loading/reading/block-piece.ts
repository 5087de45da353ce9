import type { Block } from '@tendril/contract/provider/block';

/** What a reader of blocks gives at a time: little enough for memory, and for the loop that chunks it. */
export interface BlockPiece {
  blocks: Block[];
  /** Of pages, sheets, slides, chapters or parts. */
  number: number;
  total: number;
  /** The page is a picture of text with next to no text of its own: its number. */
  picturePage?: number;
  /** That picture as PNG, where it was wanted. */
  picture?: Uint8Array;
  /** A file in the document that has no text of its own, where it was wanted. */
  enclosed?: { kind: 'picture' | 'sound'; name: string; bytes: Uint8Array };
  /** In which file of the document the piece is, where that is not the document itself. */
  within?: { name: string; path: string[]; anchor: string };
  /** A part of the document that could not be read, and why. */
  problem?: string;
}
