import type { Block } from '@tendril/contract/provider/block';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { BlockChunker } from '@tendril/contract/provider/retrieval';
import { chunkOfBlocks } from './chunk-of-blocks.ts';
import { cutBlock } from './cut-block.ts';
import { linePattern } from './line-pattern.ts';

type ChunkRule = 'page' | 'slide' | 'row' | 'pattern';

interface RuleSettings {
  rule: ChunkRule;
  pattern: string;
  /** A chunk that is longer is cut. */
  tokens: number;
}

type Piece = Parameters<BlockChunker['push']>[0];

/** A table row by row, each cell with the name of its column. */
function rowBlocks(block: Block): Block[] {
  if (block.kind !== 'table') return [block];
  const [header = '', ...rows] = block.text.split('\n');
  const names = header.split('\t');
  const [, left, first, right] = /^([A-Z]+)(\d+):([A-Z]+)/.exec(block.place.cells ?? '') ?? [];
  return rows.map((row, index) => {
    const text = row
      .split('\t')
      .flatMap((cell, column) => (cell === '' ? [] : `${names[column] ? `${names[column]}: ` : ''}${cell}`))
      .join('\n');
    const number = Number(first) + index;
    const place = left ? { ...block.place, cells: `${left}${number}:${right}${number}` } : block.place;
    return { ...block, kind: 'text', text, place };
  });
}

/** A text as parts that begin with the lines which match. */
function patternBlocks(
  block: Block,
  matches: (lines: readonly string[]) => boolean[],
): (Block & { begins: boolean })[] {
  const lines = block.text.split('\n');
  const begins = matches(lines);
  const parts: { lines: string[]; begins: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    if (begins[index] || parts.length === 0) parts.push({ lines: [], begins: begins[index] === true });
    parts.at(-1)?.lines.push(line);
  }
  return parts.map((part) => ({ ...block, text: part.lines.join('\n').trim(), begins: part.begins }));
}

/** Chunks by a rule: one a page, one a slide, one a row of a table, or one from each line on that matches a pattern. */
export class RuleChunker implements BlockChunker {
  readonly #settings: RuleSettings;
  readonly #matches: (lines: readonly string[]) => boolean[];
  #key: unknown;
  #open: Block[] = [];
  #metadata: Record<string, unknown> = {};

  constructor(settings: RuleSettings) {
    this.#settings = settings;
    this.#matches = settings.rule === 'pattern' ? linePattern(settings.pattern) : () => [];
  }

  push({ document, blocks, metadata }: Piece): SourceDocument[] {
    const { rule } = this.#settings;
    const chunks: SourceDocument[] = [];
    for (const block of blocks)
      for (const part of this.#partsOf(block)) {
        const key = `${document} ${rule === 'pattern' || rule === 'row' ? '' : (part.place[rule] ?? '')}`;
        if (key !== this.#key || part.begins) chunks.push(...this.end());
        this.#key = key;
        this.#metadata = metadata;
        if (part.text !== '') this.#open.push(part);
      }
    return chunks;
  }

  end(): SourceDocument[] {
    const blocks = this.#open;
    this.#open = [];
    if (blocks.length === 0) return [];
    const chunk = chunkOfBlocks({ blocks, metadata: this.#metadata });
    const whole: Block = { kind: 'text', text: chunk.pageContent, place: {} };
    const parts = cutBlock(whole, this.#settings.tokens);
    if (parts.length === 1) return [chunk];
    return parts.map(({ text }) => ({
      ...chunkOfBlocks({ blocks: [], metadata: chunk.metadata }),
      pageContent: text,
    }));
  }

  #partsOf(block: Block): (Block & { begins: boolean })[] {
    const { rule } = this.#settings;
    if (rule === 'pattern') return patternBlocks(block, this.#matches);
    if (rule === 'row') return rowBlocks(block).map((row) => ({ ...row, begins: true }));
    return [{ ...block, begins: false }];
  }
}
