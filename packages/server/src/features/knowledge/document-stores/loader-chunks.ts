import type { ReadingSettings } from '@tendril/contract/api/reading-settings';
import { AppError } from '@tendril/contract/app-error';
import type { AnyNode } from '@tendril/contract/node/define-node';
import type { NodeServices, RunContext } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { LoadedBlocks } from '@tendril/contract/provider/loaded-blocks';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import type { BlockChunker, TextSplitter } from '@tendril/contract/provider/retrieval';
import { storeContext } from './node-context.ts';
import { readersOf, trialReaders } from './other-readers.ts';
import { readFields, type StoreNodes } from './store-nodes.ts';

/** The settings of a loader. */
export interface LoaderSettings {
  loaderId: string;
  loaderConfig: Record<string, unknown>;
  splitterId: string;
  splitterConfig: Record<string, unknown>;
  credential?: string | null | undefined;
  reading?: ReadingSettings | undefined;
}

export interface ChunkedPart {
  chunks: SourceDocument[];
  progress: LoadedPart['progress'];
  /** What could not be read, and why; the rest goes on. */
  problem?: string;
}

interface ChunkRequest {
  nodes: StoreNodes;
  services: NodeServices;
  settings: LoaderSettings;
  signal: AbortSignal;
  /** Parts whose chunks are stored already: they are skipped, not split again. */
  skip?: number;
  /** For a look: nothing that costs money or minutes reads pictures and sound. */
  isTrial?: boolean;
}

type Metadata = Record<string, unknown>;

/** A loader ready to be read. */
export interface OpenedLoader {
  /** Its content may differ the next time. */
  isLive: boolean;
  parts(skip?: number): AsyncGenerator<ChunkedPart>;
}

/** The content of one file, wherever it is from. */
export interface FileContent {
  name: string;
  content: AsyncIterable<Uint8Array> | { blocks: AsyncIterable<LoadedBlocks> };
  /** What every chunk of it carries. */
  metadata?: Record<string, unknown> | undefined;
}

/** A file that no loader's node reads, with the splitter of a loader. */
export async function openContent(
  { nodes, services, settings, signal }: ChunkRequest,
  { name, content, metadata }: FileContent,
): Promise<OpenedLoader> {
  const { loaderId, loaderConfig, splitterId, splitterConfig, credential } = settings;
  const own = {
    ...services,
    ...(await readersOf({ nodes, services, settings: settings.reading ?? {}, signal })),
  };
  const context = storeContext({ nodeId: loaderId, services: own, credential, label: name, signal });
  const splitter =
    splitterId === '' ? undefined : await openSplitter(nodes, splitterId, splitterConfig, context);
  const extra = { ...metadata, ...toMetadata(readMetadata(loaderConfig['metadata'])) };
  const chunker = splitter?.openChunker?.();
  return {
    // It cannot be read a second time from the middle.
    isLive: true,
    async *parts() {
      if (chunker) yield* blockParts(await contentBlocks(name, content, context), chunker, extra);
      else yield* textParts(await contentTexts(name, content, context), splitter, extra, 0);
    },
  };
}

async function contentBlocks(
  name: string,
  content: FileContent['content'],
  context: RunContext,
): Promise<AsyncIterable<LoadedBlocks>> {
  if ('blocks' in content) return content.blocks;
  const { loadBlocks } = await import('@tendril/catalogue/loading/load-blocks');
  return loadBlocks({ name, content }, context);
}

async function contentTexts(
  name: string,
  content: FileContent['content'],
  context: RunContext,
): Promise<AsyncIterable<LoadedPart>> {
  if ('blocks' in content) return textsOfBlocks(name, content.blocks);
  const { loadFile } = await import('@tendril/catalogue/loading/load-file');
  return loadFile({ name, content, perPage: false }, context);
}

async function* textsOfBlocks(name: string, pieces: AsyncIterable<LoadedBlocks>): AsyncGenerator<LoadedPart> {
  for await (const { blocks, metadata, progress } of pieces) {
    const pageContent = blocks.map(({ text }) => text).join('\n\n');
    yield { documents: [{ pageContent, metadata: { source: name, ...metadata } }], progress };
  }
}

/** Checks a loader's settings, so that a mistake is reported at once. Throws INVALID_INPUT naming the field. */
export async function openLoader({
  nodes,
  services,
  settings,
  signal,
  isTrial = false,
}: ChunkRequest): Promise<OpenedLoader> {
  const { loaderId, loaderConfig, splitterId, splitterConfig } = settings;
  const { node, template } = await nodes.require('loaders', loaderId, 'loaderId');
  const values = readFields(node, loaderConfig, 'loaderConfig');
  const { label } = template;
  const credential = settings.credential ?? (loaderConfig['credential'] as string | undefined);
  const reading = { nodes, services, settings: settings.reading ?? {}, signal };
  const own = { ...services, ...(isTrial ? trialReaders : await readersOf(reading)) };
  const context = storeContext({ nodeId: loaderId, services: own, credential, label, signal });
  const splitter =
    splitterId === '' ? undefined : await openSplitter(nodes, splitterId, splitterConfig, context);
  const extra = toMetadata(values['metadata']);
  return {
    isLive: node.isLive === true,
    async *parts(skip = 0) {
      if (!node.load) throw new AppError('INVALID_INPUT', `${label} cannot be used in a knowledge base.`);
      const chunker = splitter?.openChunker?.();
      const parts = chunker
        ? blockParts(await blocksOf(node, values, context), chunker, extra)
        : textParts(node.load(values as never, context), splitter, extra, skip);
      let number = 0;
      for await (const part of parts) {
        number += 1;
        signal.throwIfAborted();
        if (number > skip) yield part;
        // Yields to other requests between two parts.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** The parts of texts; those that are skipped are not split again. */
async function* textParts(
  parts: AsyncIterable<LoadedPart>,
  splitter: TextSplitter | undefined,
  extra: Metadata,
  skip: number,
): AsyncGenerator<ChunkedPart> {
  let number = 0;
  for await (const part of parts) {
    number += 1;
    yield { chunks: number > skip ? await chunksOf(part, splitter, extra) : [], progress: part.progress };
  }
}

async function blocksOf(
  node: AnyNode,
  values: Record<string, unknown>,
  context: RunContext,
): Promise<AsyncIterable<LoadedBlocks>> {
  if (node.loadBlocks) return node.loadBlocks(values as never, context);
  const { blocksOfParts } = await import('@tendril/catalogue/loading/blocks-of-parts');
  return blocksOfParts((node.load as NonNullable<typeof node.load>)(values as never, context));
}

/** The parts of blocks. What a chunk holds may begin in an earlier part: all of them are chunked, whatever is skipped. */
async function* blockParts(
  pieces: AsyncIterable<LoadedBlocks>,
  chunker: BlockChunker,
  extra: Metadata,
): AsyncGenerator<ChunkedPart> {
  let progress: LoadedPart['progress'] = { done: 0, total: null, unit: 'parts' };
  for await (const { document, blocks, metadata, problem, progress: reached } of pieces) {
    progress = reached;
    const chunks = chunker.push({ document, blocks, metadata: { ...metadata, ...extra } });
    yield { chunks: chunks.flatMap(clean), progress, ...(problem !== undefined && { problem }) };
  }
  yield { chunks: chunker.end().flatMap(clean), progress };
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** A chunk as databases take it; nothing for one without text. */
function clean(chunk: SourceDocument): SourceDocument[] {
  const { pageContent, metadata, indexText, parent } = chunk;
  const text = storable(pageContent);
  if (text.trim() === '') return [];
  return [
    {
      pageContent: text,
      metadata,
      ...(indexText !== undefined && { indexText: storable(indexText) }),
      ...(parent && { parent: { key: parent.key, text: storable(parent.text) } }),
    },
  ];
}

async function openSplitter(
  nodes: StoreNodes,
  name: string,
  config: Record<string, unknown>,
  context: ReturnType<typeof storeContext>,
): Promise<TextSplitter> {
  const { node } = await nodes.require('splitters', name, 'splitterId');
  const outputs = await node.run?.(readFields(node, config, 'splitterConfig') as never, context);
  return outputs?.[name] as TextSplitter;
}

async function chunksOf(
  { documents, linesBefore = 0 }: LoadedPart,
  splitter: TextSplitter | undefined,
  extra: Metadata,
): Promise<SourceDocument[]> {
  const { cutText } = await import('@tendril/catalogue/loading/text-segments');
  const chunks: SourceDocument[] = [];
  for (const { pageContent, metadata } of documents) {
    for (const text of cutText(pageContent)) {
      const whole = [{ pageContent: text, metadata: { ...metadata, ...extra } }];
      for (const piece of splitter ? await splitter.split(whole) : whole) {
        for (const chunk of clean(piece))
          chunks.push({ ...chunk, metadata: movedDown(chunk.metadata, linesBefore) });
      }
    }
  }
  return chunks;
}

// A splitter counts lines within its input; people count those of the file.
function movedDown(metadata: Metadata, by: number): Metadata {
  const { loc } = metadata as { loc?: { lines?: { from: number; to: number } } };
  if (by === 0 || !loc?.lines) return metadata;
  const { from, to } = loc.lines;
  return { ...metadata, loc: { ...loc, lines: { from: from + by, to: to + by } } };
}

/** A field of JSON may hold its text. */
function readMetadata(given: unknown): unknown {
  if (typeof given !== 'string' || given === '') return given;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

function toMetadata(given: unknown): Metadata {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
}
