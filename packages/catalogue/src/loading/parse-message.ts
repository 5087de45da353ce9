/** One page of a PDF, or the whole text of a Word document. */
export interface TextPiece {
  text: string;
  number: number;
  total: number;
}

/** The words of a web page, and where it links to. */
export interface PagePiece {
  text: string;
  title: string;
  links: string[];
}

/** What a sitemap names. */
export interface SitemapPiece {
  sitemaps: string[];
  pages: string[];
}

/** What each format is read into, piece by piece. */
export interface ParsedPieces {
  pdf: TextPiece;
  docx: TextPiece;
  csv: string[];
  json: string[];
  html: PagePiece;
  sitemap: SitemapPiece;
}

export type ParseFormat = keyof ParsedPieces;

/** What is wanted of a document; its bytes are asked for by the thread as it goes. */
export type ParseJob =
  | { format: 'pdf' | 'docx' | 'sitemap' }
  | { format: 'csv'; columnName: string | undefined }
  | { format: 'json'; isLines: boolean; pointers: readonly string[] }
  | { format: 'html'; url: string; selector: string | undefined; wantsLinks: boolean };

/** To the thread: a document to begin with, a wish for its next piece, or the bytes that it asked for. */
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
