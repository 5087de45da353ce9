import type { Block } from '@tendril/contract/provider/block';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { BlockChunker } from '@tendril/contract/provider/retrieval';
import { chunkOfBlocks } from './chunk-of-blocks.ts';
import { cutBlock } from './cut-block.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { sentencesOf } from './sentences-of.ts';

/** Headings of this level or a wider one begin a chunk. */
const widestInside = 2;
const longestOverlap = 60;

interface StructureSettings {
  /** Of a chunk, at most. */
  tokens: number;
  /** A chunk begins with the last sentence of the one before, where both are of one section. */
  overlaps: boolean;
  toChunk?(blocks: readonly Block[], metadata: Record<string, unknown>, overlap: string): SourceDocument[];
}

type Piece = Parameters<BlockChunker['push']>[0];

const isWide = ({ kind, level = 6 }: Block) => kind === 'heading' && level <= widestInside;

/** Fills chunks with whole blocks, never across a wide heading; tables are cut at rows, their header repeated. */
export class StructureChunker implements BlockChunker {
  readonly #settings: StructureSettings;
  #document: string | undefined;
  #metadata: Record<string, unknown> = {};
  #open: Block[] = [];
  #tokens = 0;
  #overlap = '';

  constructor(settings: StructureSettings) {
    this.#settings = settings;
  }

  push({ document, blocks, metadata }: Piece): SourceDocument[] {
    const chunks = document === this.#document ? [] : this.end();
    this.#document = document;
    this.#metadata = metadata;
    for (const block of blocks) {
      if (isWide(block) && this.#open.some(({ kind }) => kind !== 'heading'))
        chunks.push(...this.#close(false));
      for (const part of cutBlock(block, this.#settings.tokens)) chunks.push(...this.#take(part));
    }
    return chunks;
  }

  end(): SourceDocument[] {
    const chunks = this.#close(false);
    this.#overlap = '';
    return chunks;
  }

  #take(block: Block): SourceDocument[] {
    const tokens = estimateTokens(block.text);
    const isFull =
      this.#tokens + tokens > this.#settings.tokens && this.#open.some(({ kind }) => kind !== 'heading');
    const chunks = isFull ? this.#close(true) : [];
    this.#open.push(block);
    this.#tokens += tokens;
    return chunks;
  }

  /** Headings at the end belong to what comes next. */
  #close(goesOn: boolean): SourceDocument[] {
    const last = goesOn ? this.#open.findLastIndex(({ kind }) => kind !== 'heading') : this.#open.length - 1;
    const blocks = this.#open.slice(0, last + 1);
    const rest = this.#open.slice(last + 1);
    const overlap = this.#overlap;
    this.#open = rest;
    this.#overlap = goesOn && rest.length === 0 ? this.#overlapOf(blocks.at(-1)) : '';
    this.#tokens = [...rest, { text: this.#overlap }].reduce(
      (sum, { text }) => sum + estimateTokens(text),
      0,
    );
    if (blocks.length === 0) return [];
    const { toChunk } = this.#settings;
    if (toChunk) return toChunk(blocks, this.#metadata, overlap);
    return [chunkOfBlocks({ blocks, metadata: this.#metadata, overlap })];
  }

  #overlapOf(block: Block | undefined): string {
    if (!this.#settings.overlaps || block?.kind !== 'text') return '';
    const sentence = sentencesOf(block.text).at(-1)?.trim() ?? '';
    const isWhole = sentence !== block.text.trim() || estimateTokens(sentence) < longestOverlap / 2;
    return isWhole && estimateTokens(sentence) <= longestOverlap ? `${sentence}\n\n` : '';
  }
}
