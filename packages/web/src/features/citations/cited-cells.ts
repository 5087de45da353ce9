import type { Block, Place } from '@tendril/contract/provider/block';
import { wordTokens } from './word-tokens.ts';

/** What of a table is painted: rows of the passage, and cells that say what the sentence says. */
export interface CitedCells {
  /** Rows below the header, from 0. */
  rows: ReadonlySet<number>;
  /** In the order of the table. */
  cells: readonly { row: number; column: number }[];
}

/** More rows than this say the same: then none of them is meant. */
const mostRows = 3;

/** "A2:F40" */
function rangeOf(cells: string | undefined): { column: number; from: number; to: number } | undefined {
  const [, left = '', from, to] = /^([A-Z]+)(\d+)(?::[A-Z]+(\d+))?$/.exec(cells ?? '') ?? [];
  if (from === undefined) return undefined;
  const column = [...left].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column: column - 1, from: Number(from), to: Number(to ?? from) };
}

/** The number of the first row below the header and of the first column of a sheet; undefined for any other table. */
export function sheetStart({ cells }: Place): { row: number; column: number } | undefined {
  const range = rangeOf(cells);
  return range && { row: range.from, column: range.column };
}

interface Citation {
  places: readonly Place[];
  /** The passage, as the model got it. */
  passage: string;
  sentence: string;
}

function citedRows({ place }: Block, rows: readonly string[], { places, passage }: Citation): Set<number> {
  const first = rangeOf(place.cells)?.from;
  const ranges = places.flatMap(({ sheet, cells }) => (sheet === place.sheet ? (rangeOf(cells) ?? []) : []));
  const isCited =
    first !== undefined && ranges.length > 0
      ? (at: number) => ranges.some(({ from, to }) => first + at >= from && first + at <= to)
      : (at: number) => passage.split('\n').includes(rows[at] ?? '');
  return new Set(rows.keys().filter(isCited));
}

/** The cells of a cited table: in the row that has most of the sentence's words, those that have no others. */
export function citedCells(block: Block, citation: Citation): CitedCells {
  const rows = block.text.split('\n').slice(1);
  const cited = citedRows(block, rows, citation);
  const said = new Set(wordTokens(citation.sentence).map(({ word }) => word));
  let best = 0;
  let found: { row: number; cells: { row: number; column: number }[] }[] = [];
  for (const row of cited) {
    let score = 0;
    const cells = (rows[row] ?? '').split('\t').flatMap((cell, column) => {
      const words = wordTokens(cell).map(({ word }) => word);
      if (words.length === 0 || !words.every((word) => said.has(word))) return [];
      score += words.length;
      return { row, column };
    });
    if (score > best) found = [];
    if (score > 0 && score >= best) found.push({ row, cells });
    best = Math.max(best, score);
  }
  return { rows: cited, cells: found.length > mostRows ? [] : found.flatMap(({ cells }) => cells) };
}
