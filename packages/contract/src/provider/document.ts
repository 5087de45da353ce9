/** A piece of text with its source; `metadata.source` may be a URL. */
export interface SourceDocument {
  pageContent: string;
  metadata: Record<string, unknown>;
  id?: string;
}

export interface ScoredDocument extends SourceDocument {
  /** Cosine similarity, -1 to 1. */
  score: number;
}
