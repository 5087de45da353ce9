import type { Block } from '@tendril/contract/provider/block';
import type { BlockPiece } from './block-piece.ts';
import { cutPieces } from './cut-pieces.ts';
import { decodeText } from './decode-text.ts';
import { endingOf, type FileFormat, fileFormat } from './file-format.ts';
import { HeadingPath } from './heading-path.ts';

/** Attachments of attachments are read, those of these are not. */
const deepest = 2;

interface BlockSource {
  name: string;
  format: FileFormat;
  content: AsyncIterable<Uint8Array>;
  depth?: number;
  /** Pages that are pictures come with them. */
  wantsPictures?: boolean;
  /** Pictures and recordings that are enclosed come as they are. */
  wantsSound?: boolean;
}

type TextFormat = 'html' | 'markdown' | 'text' | 'code' | 'json' | 'jsonl';

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  const [only] = parts;
  // Of one part no second copy is made.
  return parts.length === 1 && only
    ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
    : Buffer.concat(parts);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function blocksOfText(text: string, format: TextFormat, name: string): Promise<Iterable<Block>> {
  switch (format) {
    case 'html':
      return (await import('./html-blocks.ts')).htmlBlocks(text, { isPage: true });
    case 'markdown':
      return (await import('./markdown-blocks.ts')).markdownBlocks(text);
    case 'code':
      return (await import('./code-blocks.ts')).codeBlocks(text, endingOf(name));
    case 'json':
      return (await import('./json-blocks.ts')).jsonBlocks(text);
    case 'jsonl':
      return (await import('./json-blocks.ts')).jsonLineBlocks(text);
    case 'text':
      return (await import('./text-blocks.ts')).textBlocks(text);
  }
}

async function* readPieces({
  name,
  format,
  content,
  depth = 0,
  wantsPictures = false,
  wantsSound = false,
}: BlockSource): AsyncGenerator<BlockPiece> {
  const wanted = { wantsPictures, wantsSound };
  const attachment = (file: string, bytes: Buffer, isInline: boolean) =>
    readAttachment(file, bytes, { depth: depth + 1, isInline, wanted });
  switch (format) {
    case 'pdf':
      return yield* (await import('./pdf/read-pdf-blocks.ts')).readPdfBlocks(
        await whole(content),
        wantsPictures,
      );
    case 'docx':
      return yield* (await import('./read-docx-blocks.ts')).readDocxBlocks(await whole(content));
    case 'xlsx':
      return yield* (await import('./read-xlsx-blocks.ts')).readXlsxBlocks(await whole(content));
    case 'pptx':
      return yield* (await import('./read-pptx-blocks.ts')).readPptxBlocks(await whole(content));
    case 'odf':
      return yield* (await import('./read-odf-blocks.ts')).readOdfBlocks(await whole(content));
    case 'epub':
      return yield* (await import('./read-epub-blocks.ts')).readEpubBlocks(await whole(content));
    case 'csv':
    case 'tsv':
      return yield* (await import('./read-csv-blocks.ts')).readCsvBlocks(content, format === 'tsv');
    case 'email':
      return yield* (await import('./read-email-blocks.ts')).readEmailBlocks(
        await whole(content),
        attachment,
      );
    case 'mailbox':
      return yield* (await import('./read-email-blocks.ts')).readMailboxBlocks(
        await whole(content),
        attachment,
      );
    case 'picture':
    case 'sound':
      throw new Error('it has no text of its own');
    default: {
      const text = decodeText(await whole(content));
      return yield* cutPieces(await blocksOfText(text, format, name), { number: 1, total: 1 });
    }
  }
}

interface Enclosure {
  depth: number;
  isInline: boolean;
  wanted: { wantsPictures: boolean; wantsSound: boolean };
}

/** Smaller pictures in the text of a message are logos, lines and counters of views. */
const leastInline = 8192;

async function* readAttachment(
  name: string,
  bytes: Buffer,
  { depth, isInline, wanted }: Enclosure,
): AsyncGenerator<BlockPiece> {
  const format = fileFormat(name);
  if (format === 'picture' && isInline && (!wanted.wantsPictures || bytes.length < leastInline)) return;
  if (!format) throw new Error(`files of the kind .${endingOf(name)} cannot be read`);
  if (depth > deepest) throw new Error('it is an attachment of an attachment of an attachment');
  if ((format === 'picture' && wanted.wantsPictures) || (format === 'sound' && wanted.wantsSound))
    return yield { blocks: [], number: 1, total: 1, enclosed: { kind: format, name, bytes } };
  yield* readBlocks({ name, format, content: once(bytes), depth, ...wanted });
}

/** The blocks of a file with the headings above each, piece by piece. Throws an error whose message says why not. */
export async function* readBlocks(source: BlockSource): AsyncGenerator<BlockPiece> {
  const path = new HeadingPath();
  let isEmpty = true;
  for await (const piece of readPieces(source)) {
    if (
      piece.blocks.length > 0 ||
      piece.picturePage !== undefined ||
      piece.enclosed ||
      piece.problem !== undefined
    )
      isEmpty = false;
    yield { ...piece, blocks: piece.blocks.map((block) => path.place(block)) };
  }
  if (isEmpty) throw new Error('it holds no text');
}
