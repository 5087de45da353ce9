import type { BlockPiece } from './reading/block-piece.ts';
import type { FileFormat } from './reading/file-format.ts';

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
  /** The address under which the page wants to be known, where it names one. */
  canonical?: string;
  /** What the page asks of crawlers, in small letters. */
  robots?: string;
}

/** The content of a sitemap. */
export interface SitemapPiece {
  sitemaps: string[];
  pages: string[];
  /** When each of the pages was changed, in the words of the sitemap; '' where it does not say. */
  changed: string[];
}

/** An entry of a feed. */
export interface FeedItem {
  key: string;
  title: string;
  url: string;
  changed: string;
  html: string;
}

/** The content of a feed. */
export interface FeedPiece {
  title: string;
  items: FeedItem[];
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
  feed: FeedPiece;
  blocks: BlockPiece;
}

export type ParseFormat = keyof ParsedPieces;

/** Options for parsing a document; the thread requests its bytes as needed. */
export type ParseJob =
  | { format: 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'epub' | 'sitemap' | 'feed' }
  | { format: 'csv'; columnName: string | undefined }
  | { format: 'json'; isLines: boolean; pointers: readonly string[] }
  /** The document as blocks with their places; its name and kind say how it is read. */
  | { format: 'blocks'; name: string; kind: FileFormat; wantsPictures?: boolean; wantsSound?: boolean }
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
