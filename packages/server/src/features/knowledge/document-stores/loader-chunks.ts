import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { storeContext } from './node-context.ts';
import { readFields, type StoreNodes } from './store-nodes.ts';

/** The settings of a loader. */
export interface LoaderSettings {
  loaderId: string;
  loaderConfig: Record<string, unknown>;
  splitterId: string;
  splitterConfig: Record<string, unknown>;
  credential?: string | null | undefined;
}

interface ChunkedPart {
  chunks: SourceDocument[];
  progress: LoadedPart['progress'];
}

interface ChunkRequest {
  nodes: StoreNodes;
  services: NodeServices;
  settings: LoaderSettings;
  signal: AbortSignal;
  /** Parts whose chunks are stored already: they are skipped, not split again. */
  skip?: number;
}

type Metadata = Record<string, unknown>;

/** A loader ready to be read. */
interface OpenedLoader {
  /** Its content may differ the next time. */
  isLive: boolean;
  parts(skip?: number): AsyncGenerator<ChunkedPart>;
}

/** Checks a loader's settings, so that a mistake is reported at once. Throws INVALID_INPUT naming the field. */
export async function openLoader({ nodes, services, settings, signal }: ChunkRequest): Promise<OpenedLoader> {
  const { loaderId, loaderConfig, splitterId, splitterConfig } = settings;
  const { node, template } = await nodes.require('loaders', loaderId, 'loaderId');
  const values = readFields(node, loaderConfig, 'loaderConfig');
  const { label } = template;
  const credential = settings.credential ?? (loaderConfig['credential'] as string | undefined);
  const context = storeContext({ nodeId: loaderId, services, credential, label, signal });
  const splitter =
    splitterId === '' ? undefined : await openSplitter(nodes, splitterId, splitterConfig, context);
  const extra = toMetadata(values['metadata']);
  return {
    isLive: node.isLive === true,
    async *parts(skip = 0) {
      if (!node.load) throw new AppError('INVALID_INPUT', `${label} cannot be used in a knowledge base.`);
      let number = 0;
      for await (const part of node.load(values as never, context)) {
        number += 1;
        if (number <= skip) continue;
        signal.throwIfAborted();
        yield { chunks: await chunksOf(part, splitter, extra), progress: part.progress };
        // Yields to other requests between two parts.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
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
        const clean = piece.pageContent.replaceAll('\0', '').toWellFormed();
        if (clean.trim() !== '')
          chunks.push({ pageContent: clean, metadata: movedDown(piece.metadata, linesBefore) });
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

function toMetadata(given: unknown): Metadata {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
}
