/** A rectangle of a page: 0…1 of its width and height, from the top left. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** Where a block stands in its document; every field only where the format has it. */
export interface Place {
  /** From 1. */
  page?: number;
  /** On that page, one for each line. */
  boxes?: readonly Box[];
  lines?: readonly [from: number, to: number];
  slide?: number;
  sheet?: string;
  /** "A2:F40". */
  cells?: string;
  time?: readonly [fromMs: number, toMs: number];
  /** A chapter, an attachment, the number of a block of rendered HTML. */
  anchor?: string;
}

/** A piece of a document that a reader found, with its place. */
export interface Block {
  kind: 'heading' | 'text' | 'list' | 'table' | 'code' | 'caption' | 'figure';
  /** Of headings, 1…6. */
  level?: number;
  /** Plain text; tables as lines with tabs between the cells, the first line being their header. */
  text: string;
  /** Of tables and lists, sanitised. */
  html?: string;
  /** The headings above it, the widest first. */
  path?: readonly string[];
  place: Place;
}
