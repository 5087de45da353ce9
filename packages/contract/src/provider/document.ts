/** A piece of text with its source; `metadata.source` may be a URL. */
export interface SourceDocument {
  pageContent: string;
  metadata: Record<string, unknown>;
  id?: string;
  /** Embedded and indexed for words in place of the text, never shown: the headings above it, then the text. */
  indexText?: string;
  /** What is given to the model when this piece is found; pieces of one parent count once. */
  parent?: { key: string; text: string };
}

export interface ScoredDocument extends SourceDocument {
  /** Cosine similarity, -1 to 1. */
  score: number;
}
