import { randomUUID } from 'node:crypto';
import type { GivenChunk } from '../document-stores/public.ts';

/** A passage that an answer should hold, as it is stored: by its hash, and by its words and place. */
export interface StoredPassage {
  id: string;
  text: string;
  /** Of the chunk it was taken from; null where it was none. */
  hash: string | null;
  /** '' for any document. */
  source: string;
  place: PassagePlace;
}

interface PassagePlace {
  lines?: [number, number];
  page?: number;
  path?: string[];
}

const longest = 8000;

/** What is known of where a chunk stands in its document. */
export function placeOf(metadata: Readonly<Record<string, unknown>>): PassagePlace {
  const { loc } = metadata as {
    loc?: { lines?: { from?: unknown; to?: unknown }; page?: unknown; pageNumber?: unknown; path?: unknown };
  };
  const { from, to } = loc?.lines ?? {};
  const page = loc?.page ?? loc?.pageNumber;
  const path = Array.isArray(loc?.path) ? loc.path.filter((one) => typeof one === 'string') : [];
  return {
    ...(typeof from === 'number' && typeof to === 'number' && { lines: [from, to] as [number, number] }),
    ...(typeof page === 'number' && { page }),
    ...(path.length > 0 && { path }),
  };
}

/** A chunk as an expected passage. */
export function passageOfChunk(
  chunk: Pick<GivenChunk, 'hash' | 'source' | 'metadata' | 'ownText'>,
): StoredPassage {
  const { hash, source, metadata, ownText } = chunk;
  const text = ownText.slice(0, longest).toWellFormed();
  return { id: randomUUID(), text, hash, source, place: placeOf(metadata) };
}
