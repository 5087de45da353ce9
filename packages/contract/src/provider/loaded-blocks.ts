import type { Block } from './block.ts';

/** A piece of a document that a loader has read, as blocks. */
export interface LoadedBlocks {
  /** Tells documents apart: a chunk never holds text of two. */
  document: string;
  blocks: readonly Block[];
  /** What every chunk of it carries. */
  metadata: Record<string, unknown>;
  /** Why the document, or a part of it, could not be read; the others go on. */
  problem?: string;
  progress: { done: number; total: number | null; unit: 'bytes' | 'pages' | 'rows' | 'parts' };
}
