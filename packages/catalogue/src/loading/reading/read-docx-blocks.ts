import { checkArchive } from '../check-archive.ts';
import type { BlockPiece } from './block-piece.ts';
import { cutPieces } from './cut-pieces.ts';
import { htmlBlocks } from './html-blocks.ts';

const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  ...[1, 2, 3, 4, 5, 6].map((level) => `p[style-name='Heading ${level}'] => h${level}:fresh`),
  ...[1, 2, 3, 4, 5, 6].map((level) => `p[style-name='heading ${level}'] => h${level}:fresh`),
  "p[style-name='Caption'] => figcaption:fresh",
  "p[style-name='caption'] => figcaption:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
];

/** A Word document: its headings, lists, tables and paragraphs. Page numbers do not exist in the format. */
export async function* readDocxBlocks(buffer: Buffer): AsyncGenerator<BlockPiece> {
  // A document with a password is no archive but a container of the older kind.
  if (buffer.readUInt32BE(0) === 0xd0cf11e0)
    throw new Error('it is protected by a password, or of the format before 2007');
  checkArchive(buffer);
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml(
    { buffer },
    { styleMap, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  );
  yield* cutPieces(htmlBlocks(value), { number: 1, total: 1 });
}
