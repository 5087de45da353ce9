import type { ChunkRow } from './chunks.store.ts';

/** What of a chunk is embedded and found by its words: it may say more than what is shown. */
export function indexedText({ indexText, pageContent }: Pick<ChunkRow, 'indexText' | 'pageContent'>): string {
  return indexText ?? pageContent;
}
