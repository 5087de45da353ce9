import type { SourceDocument } from './document.ts';

/** A piece of what a loader reads: never more than fits into memory easily, always the same for the same source. */
export interface LoadedPart {
  documents: SourceDocument[];
  /** Line breaks of the same text before this part. */
  linesBefore?: number;
  /** How far the loader is with this part. */
  progress: { done: number; total: number | null; unit: 'bytes' | 'pages' | 'rows' | 'parts' };
}
