/** One page of a PDF, or the whole text of a Word document. */
export interface TextPiece {
  text: string;
  number: number;
  total: number;
}

/** The text of a web page, and its links. */
export interface PagePiece {
  text: string;
  title: string;
  links: string[];
}

/** The content of a sitemap. */
export interface SitemapPiece {
  sitemaps: string[];
  pages: string[];
}

/** What each format is parsed into, piece by piece. */
export interface ParsedPieces {
  pdf: TextPiece;
  docx: TextPiece;
  xlsx: TextPiece;
  pptx: TextPiece;
  epub: TextPiece;
  csv: string[];
  json: string[];
  html: PagePiece;
  sitemap: SitemapPiece;
}

export type ParseFormat = keyof ParsedPieces;

/** Options for parsing a document; the thread requests its bytes as needed. */
export type ParseJob =
  | { format: 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'epub' | 'sitemap' }
  | { format: 'csv'; columnName: string | undefined }
  | { format: 'json'; isLines: boolean; pointers: readonly string[] }
  | { format: 'html'; url: string; selector: string | undefined; wantsLinks: boolean };

/** To the thread: a document to begin with, a request for its next piece, or the bytes that it requested. */
export type ToParser =
  | { kind: 'begin'; job: ParseJob }
  | { kind: 'next' }
  | { kind: 'bytes'; bytes: Uint8Array | undefined };

/** From the thread. */
export type FromParser =
  | { kind: 'more' }
  | { kind: 'piece'; piece: ParsedPieces[ParseFormat] }
  | { kind: 'end' }
  | { kind: 'failed'; why: string; isRefusal: boolean };
