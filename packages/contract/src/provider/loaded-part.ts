import type { SourceDocument } from './document.ts';

/** A piece of a loader's text: small enough for memory, always the same for the same source. */
export interface LoadedPart {
  documents: SourceDocument[];
  /** Line breaks of the same text before this part. */
  linesBefore?: number;
  /** The loader's progress with this part. */
  progress: { done: number; total: number | null; unit: 'bytes' | 'pages' | 'rows' | 'parts' };
}
