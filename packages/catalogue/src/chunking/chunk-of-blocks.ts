import type { Block } from '@tendril/contract/provider/block';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { joinedPlaces } from './joined-places.ts';

const pathMark = ' › ';
const blockEnd = '\n\n';

interface ChunkParts {
  blocks: readonly Block[];
  metadata: Record<string, unknown>;
  /** Of the chunk before, repeated at its head. */
  overlap?: string;
  parent?: { key: string; text: string };
}

/** Blocks as one text; tables and code keep their lines. */
export function blocksText(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join(blockEnd);
}

/** A text with the headings above it, as it is embedded and indexed for words. */
export function indexTextOf(path: readonly string[], text: string): string | undefined {
  return path.length === 0 ? undefined : `${path.join(pathMark)}\n${text}`;
}

/** A chunk of blocks: their text, their places, and above it in the index the headings that are not in the text. */
export function chunkOfBlocks({ blocks, metadata, overlap = '', parent }: ChunkParts): SourceDocument {
  const text = `${overlap}${blocksText(blocks)}`;
  const path = blocks[0]?.path ?? [];
  const places = joinedPlaces(blocks.map(({ place }) => place));
  const lines = places.flatMap((place) => place.lines ?? []);
  const page = places.find((place) => place.page !== undefined)?.page;
  const loc = {
    ...(lines.length > 0 && { lines: { from: Math.min(...lines), to: Math.max(...lines) } }),
    ...(page !== undefined && { page }),
    ...(places.length > 0 && { places }),
    ...(path.length > 0 && { path: [...path] }),
  };
  const indexText = indexTextOf(path, text);
  return {
    pageContent: text,
    metadata: { ...metadata, ...(Object.keys(loc).length > 0 && { loc }) },
    ...(indexText !== undefined && { indexText }),
    ...(parent && { parent }),
  };
}
