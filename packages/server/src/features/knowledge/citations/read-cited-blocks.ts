import type { CitedBlocks } from '@tendril/contract/api/citations';
import { AppError } from '@tendril/contract/app-error';
import type { Block } from '@tendril/contract/provider/block';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { CitedSource } from './cited-documents.ts';
import { readCitedWindow } from './cited-window.ts';

/** A reader takes a thread of its own: this many work at once, and this many wait. */
const mostAtOnce = 2;
const mostWaiting = 20;
const mostKept = 50;

/** Reads documents again for those who look up a citation; the last ones are remembered. */
export function createBlockReader(files: FileStore) {
  const kept = new Map<string, CitedBlocks>();
  const waiting: (() => void)[] = [];
  let active = 0;

  async function enter(): Promise<void> {
    if (active < mostAtOnce) {
      active += 1;
      return;
    }
    if (waiting.length >= mostWaiting)
      throw new AppError('TOO_MANY_REQUESTS', 'Many documents are being opened. Try again in a moment.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  }

  /** Throws NOT_FOUND where it has no blocks, NODE_FAILED where it cannot be read. */
  return async ({ workspaceId, shown, content }: CitedSource, signal: AbortSignal): Promise<CitedBlocks> => {
    if (!content || (shown.view !== 'blocks' && shown.view !== 'lines'))
      throw new AppError('NOT_FOUND', 'This document is not shown as text.');
    const { sha256, name, format } = content;
    const key = JSON.stringify([
      workspaceId,
      sha256,
      name,
      shown.places,
      shown.places.length === 0 && shown.text,
    ]);
    const known = kept.get(key);
    if (known) return known;
    await enter();
    try {
      const { content: bytes } = await files.stream(workspaceId, sha256);
      const { parseDocument } = await import('@tendril/catalogue/loading/parse-document');
      const job = { format: 'blocks', name, kind: format } as const;
      const pieces = blocksOf(parseDocument({ name, content: bytes, job }, signal));
      const window = await readCitedWindow(pieces, shown);
      kept.set(key, window);
      for (const [oldest] of kept) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return window;
    } finally {
      leave();
    }
  };
}

export type BlockReader = ReturnType<typeof createBlockReader>;

async function* blocksOf(
  pieces: AsyncIterable<{ blocks: readonly Block[] }>,
): AsyncGenerator<readonly Block[]> {
  for await (const { blocks } of pieces) yield blocks;
}
