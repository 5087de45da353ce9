import type { Block, Place } from '@tendril/contract/provider/block';
import { estimateTokens } from './estimate-tokens.ts';
import { sentencesOf } from './sentences-of.ts';

/** The rows of a part of a table, of "A2:F40". */
function cellsOf(cells: string, from: number, to: number): string {
  const [, left, first, right] = /^([A-Z]+)(\d+):([A-Z]+)\d+$/.exec(cells) ?? [];
  return first === undefined ? cells : `${left}${Number(first) + from}:${right}${Number(first) + to - 1}`;
}

/** Where a part of a block stands: lines and boxes by its share of the text. */
function placeOfShare(place: Place, from: number, to: number): Place {
  const { boxes, lines } = place;
  if (boxes && boxes.length > 1) {
    const start = Math.min(boxes.length - 1, Math.floor(from * boxes.length + 0.001));
    return { ...place, boxes: boxes.slice(start, Math.max(start + 1, Math.ceil(to * boxes.length - 0.001))) };
  }
  if (!lines) return place;
  const count = lines[1] - lines[0] + 1;
  const first = lines[0] + Math.min(count - 1, Math.floor(from * count + 0.001));
  return { ...place, lines: [first, Math.max(first, lines[0] + Math.ceil(to * count - 0.001) - 1)] };
}

/** Texts gathered up to a size; one that is larger stands alone. */
function gathered(texts: readonly string[], most: number): string[][] {
  const groups: string[][] = [];
  let tokens = 0;
  for (const text of texts) {
    const own = estimateTokens(text);
    const last = groups.at(-1);
    if (last && tokens + own <= most) {
      last.push(text);
      tokens += own;
    } else {
      groups.push([text]);
      tokens = own;
    }
  }
  return groups;
}

/** A table as several, each with the header. */
function cutTable(block: Block, most: number): Block[] {
  const [header = '', ...rows] = block.text.split('\n');
  if (rows.length < 2) return cutText(block, most);
  const room = Math.max(20, most - estimateTokens(header));
  const { html: _, ...plain } = block;
  let at = 0;
  return gathered(rows, room).flatMap((group) => {
    const from = at;
    at += group.length;
    const { cells } = block.place;
    const place = cells
      ? { ...block.place, cells: cellsOf(cells, from, at) }
      : placeOfShare(block.place, (from + 1) / (rows.length + 1), (at + 1) / (rows.length + 1));
    const table = { ...plain, text: [header, ...group].join('\n'), place };
    // A single row that is too long has no rows to be cut at.
    return group.length === 1 && estimateTokens(table.text) > most * 2 ? cutText(table, most) : [table];
  });
}

/** Lines for code and lists, sentences for text, words where a sentence is too long, else letters. */
function unitsOf({ kind, text }: Block, most: number): string[] {
  const isLined = kind === 'code' || kind === 'list' || kind === 'table';
  const units = isLined ? text.split(/(?<=\n)/) : sentencesOf(text);
  return units.flatMap((unit) =>
    estimateTokens(unit) <= most
      ? [unit]
      : gathered(wordsOf(unit, most), most).map((words) => words.join('')),
  );
}

function wordsOf(text: string, most: number): string[] {
  return text.split(/(?<=\s)/).flatMap((word) => {
    if (estimateTokens(word) <= most) return [word];
    const letters = [...word];
    return Array.from({ length: Math.ceil(letters.length / most) }, (_, at) =>
      letters.slice(at * most, (at + 1) * most).join(''),
    );
  });
}

function cutText(block: Block, most: number): Block[] {
  const { html: _, ...plain } = block;
  let at = 0;
  return gathered(unitsOf(block, most), most).flatMap((units) => {
    const whole = units.join('');
    const from = at / block.text.length;
    at += whole.length;
    const text = block.kind === 'code' ? whole.replace(/^\n+/, '').trimEnd() : whole.trim();
    return text === ''
      ? []
      : [{ ...plain, text, place: placeOfShare(block.place, from, at / block.text.length) }];
  });
}

/** A block as parts of so many tokens at most, each with its own place; the block itself where it is short enough. */
export function cutBlock(block: Block, most: number): Block[] {
  if (estimateTokens(block.text) <= most) return [block];
  return block.kind === 'table' ? cutTable(block, most) : cutText(block, most);
}
