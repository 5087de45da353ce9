import type { Block } from './block.ts';

/** A picture of text: a photograph, or a page of a scanned document. */
export interface PictureOfText {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** The blocks of a picture; undefined where nothing is set up to read one. */
export type ReadPicture = (picture: PictureOfText, signal: AbortSignal) => Promise<Block[] | undefined>;

/** The blocks of recorded speech, with their times; undefined where no speech recognition is set up. */
export type ReadSound = (
  sound: { name: string; bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<Block[] | undefined>;
