import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Block } from '@tendril/contract/provider/block';
import type { LoadedBlocks } from '@tendril/contract/provider/loaded-blocks';
import { openFlowFiles } from '../retrieval/flow-file.ts';
import { fileFailure } from './file-failure.ts';
import { parseDocument } from './parse-document.ts';
import type { BlockPiece } from './reading/block-piece.ts';
import { endingOf, type FileFormat, fileFormat } from './reading/file-format.ts';

type BlockContext = Pick<RunContext, 'services' | 'signal'>;

/** A file whose blocks are wanted. */
interface BlockFile {
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** How it is read whatever its name. */
  kind?: FileFormat;
  metadata?: Record<string, unknown>;
}

const mostNamed = 20;

/** "1–3, 7" */
function pageList(pages: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run && run[1] === page - 1) run[1] = page;
    else runs.push([page, page]);
  }
  const named = runs.slice(0, mostNamed).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  return named.join(', ') + (runs.length > mostNamed ? ' and others' : '');
}

const pictureProblem = (pages: readonly number[]) =>
  `${pages.length === 1 ? 'page' : 'pages'} ${pageList(pages)} ${pages.length === 1 ? 'is a picture' : 'are pictures'} of text, which ${pages.length === 1 ? 'needs' : 'need'} reading by picture.`;

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
};
const mostBytes = 25 * 1024 * 1024;

async function whole({ name, content }: BlockFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > mostBytes) throw fileFailure(name, 'it is larger than 25 MB.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A file that has no text of its own, as what reads it makes of it. Throws NODE_FAILED where nothing does. */
async function readOtherwise(
  file: BlockFile,
  kind: 'picture' | 'sound',
  context: BlockContext,
): Promise<Block[]> {
  const { services, signal } = context;
  const { name } = file;
  const bytes = await whole(file);
  if (kind === 'sound') {
    const heard = await services.readSound?.({ name, bytes }, signal);
    if (!heard)
      throw fileFailure(
        name,
        'it is a recording, which needs speech to text. Choose it in the settings of the source.',
      );
    return heard;
  }
  const mediaType = mediaTypes[endingOf(name)] ?? 'image/png';
  const seen = await services.readPicture?.({ name, mediaType, bytes }, signal);
  if (!seen)
    throw fileFailure(
      name,
      'it is a picture of text, which needs reading by picture. Choose a model that sees in the settings of the source.',
    );
  return seen;
}

/** The blocks of a page that is a picture; undefined where nothing can read it. */
async function readPage(
  name: string,
  { picturePage: page, picture }: BlockPiece,
  { services, signal }: BlockContext,
): Promise<Block[] | undefined> {
  if (page === undefined || !picture || !services.readPicture) return undefined;
  const whole = { name: `${name}, page ${page}`, mediaType: 'image/png', bytes: picture };
  const blocks = await services.readPicture(whole, signal);
  return blocks?.map((block) => ({ ...block, place: { ...block.place, page } }));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What of a piece is no text: a page that is a picture, or a file in the document that is a picture or a recording. */
async function readUnwritten(
  name: string,
  piece: BlockPiece,
  context: BlockContext,
): Promise<{ seen?: Block[] | undefined; problem?: string }> {
  const { enclosed, within } = piece;
  const placed = (blocks: Block[] | undefined) =>
    within
      ? blocks?.map((block) => ({
          ...block,
          path: [...within.path, ...(block.path ?? [])],
          place: { ...block.place, anchor: within.anchor },
        }))
      : blocks;
  if (!enclosed) return { seen: placed(await readPage(within?.name ?? name, piece, context)) };
  try {
    const file = { name: enclosed.name, content: once(enclosed.bytes) };
    return { seen: placed(await readOtherwise(file, enclosed.kind, context)) };
  } catch (error) {
    context.signal.throwIfAborted();
    // The rest of the message is read all the same.
    if (!(error instanceof AppError)) throw error;
    return { problem: `attachment ${error.message}` };
  }
}

/** A file as blocks. Throws NODE_FAILED naming it and why it cannot be read. */
export async function* loadBlocks(file: BlockFile, context: BlockContext): AsyncGenerator<LoadedBlocks> {
  const { name, content } = file;
  const kind = file.kind ?? fileFormat(name);
  if (!kind) throw fileFailure(name, `files of the kind .${endingOf(name)} cannot be read here.`);
  const metadata = { source: name, ...file.metadata };
  if (kind === 'picture' || kind === 'sound') {
    const blocks = await readOtherwise(file, kind, context);
    if (blocks.length === 0) throw fileFailure(name, 'holds no text.');
    yield { document: name, blocks, metadata, progress: { done: 1, total: 1, unit: 'parts' } };
    return;
  }
  const wantsPictures = context.services.readPicture !== undefined;
  const wantsSound = context.services.readSound !== undefined;
  const job = { format: 'blocks', name, kind, wantsPictures, wantsSound } as const;
  const pictures: number[] = [];
  let [chars, parts] = [0, 0];
  for await (const piece of parseDocument({ name, content, job }, context.signal)) {
    const { number, total, picturePage } = piece;
    const { seen, problem = piece.problem } = await readUnwritten(name, piece, context);
    if (picturePage !== undefined && !seen) pictures.push(picturePage);
    const blocks = [...piece.blocks, ...(seen ?? [])];
    chars += blocks.reduce((sum, { text }) => sum + text.length, 0);
    parts += 1;
    const isCounted = kind === 'pdf' || total > 1;
    yield {
      document: name,
      blocks,
      metadata,
      ...(problem !== undefined && { problem: `"${name}": ${problem}` }),
      progress: isCounted
        ? { done: number, total, unit: 'pages' }
        : { done: parts, total: null, unit: 'parts' },
    };
  }
  if (pictures.length === 0) return;
  const problem = `"${name}": ${pictureProblem(pictures)}`;
  if (chars === 0) throw fileFailure(name, `holds no text; ${pictureProblem(pictures)}`);
  yield {
    document: name,
    blocks: [],
    metadata,
    problem,
    progress: { done: parts, total: parts, unit: 'pages' },
  };
}

/** The files of a `file` parameter as blocks; one that cannot be read is a problem of its own, the others go on. */
export async function* loadFlowBlocks(
  value: string,
  context: BlockContext,
  kind?: FileFormat,
): AsyncGenerator<LoadedBlocks> {
  let index = 0;
  for await (const { name, content } of openFlowFiles(value, context.services)) {
    index += 1;
    // Two files may have one name.
    const document = `${index} ${name}`;
    try {
      for await (const part of loadBlocks({ name, content, ...(kind && { kind }) }, context))
        yield { ...part, document };
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      const progress = { done: index, total: null, unit: 'parts' } as const;
      yield { document, blocks: [], metadata: { source: name }, problem: error.message, progress };
    }
  }
}
