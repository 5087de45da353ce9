/** Inline content. */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'strong' | 'em' | 'del'; children: Inline[] }
  | { type: 'link'; href: string; children: Inline[] }
  | { type: 'cite'; number: number }
  /** A sentence that the sources do not bear out. */
  | { type: 'claim'; reason: string; children: Inline[] }
  | { type: 'break' };

export type Align = 'left' | 'center' | 'right' | undefined;

/** Blocks. */
export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'quote'; children: Block[] }
  | { type: 'list'; start: number | undefined; items: Block[][] }
  | { type: 'table'; align: Align[]; rows: Inline[][][] }
  | { type: 'rule' };
