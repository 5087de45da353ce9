import type { Box, Place } from '@tendril/contract/provider/block';
import { alignWords } from './align-words.ts';
import { wordTokens } from './word-tokens.ts';

/** A piece of text of a page, and its rectangle: 0…1 of the page, from the top left. */
export interface PagePiece {
  text: string;
  box: Box;
}

/** What is painted on a page. */
export interface PageBands {
  /** The lines of the passage. */
  passage: readonly Box[];
  /** The words that the answer repeats. */
  words: readonly Box[];
  /** How much of the sentence is there. */
  score: number;
}

/** A little around a line, so that letters do not touch the edge. */
const margin = 0.004;

function isInside([x, y, width, height]: Box, boxes: readonly Box[]): boolean {
  const [centerX, centerY] = [x + width / 2, y + height / 2];
  return boxes.some(
    ([left, top, wide, high]) =>
      centerX >= left - margin &&
      centerX <= left + wide + margin &&
      centerY >= top - margin &&
      centerY <= top + high + margin,
  );
}

const grown = ([x, y, width, height]: Box): Box => [
  x - margin,
  y - margin / 2,
  width + 2 * margin,
  height + margin,
];

/** Pieces of one line that touch become one band. */
function joined(boxes: readonly Box[]): Box[] {
  const bands: Box[] = [];
  for (const box of boxes) {
    const last = bands.at(-1);
    const isSameLine = last && Math.abs(last[1] - box[1]) < Math.min(last[3], box[3]) / 2;
    if (!last || !isSameLine || box[0] - (last[0] + last[2]) > 0.02 || box[0] < last[0]) {
      bands.push(box);
      continue;
    }
    const right = Math.max(last[0] + last[2], box[0] + box[2]);
    const top = Math.min(last[1], box[1]);
    const bottom = Math.max(last[1] + last[3], box[1] + box[3]);
    bands[bands.length - 1] = [last[0], top, right - last[0], bottom - top];
  }
  return bands;
}

/** The bands on one page: light over the passage, dark over what the sentence says of it. */
export function pageBands(
  page: number,
  places: readonly Place[],
  pieces: readonly PagePiece[],
  sentence: string,
): PageBands {
  const boxes = places.flatMap((place) => (place.page === page ? (place.boxes ?? []) : []));
  const isWhole = boxes.length === 0 && places.some((place) => place.page === page);
  const passage = boxes.map(grown);
  const own = isWhole ? pieces : pieces.filter(({ box }) => isInside(box, boxes));
  const tokens = own.flatMap(({ text, box }) =>
    wordTokens(text).map(({ word, from, to }) => ({
      word,
      box: [
        box[0] + (box[2] * from) / text.length,
        box[1],
        (box[2] * (to - from)) / text.length,
        box[3],
      ] as const,
    })),
  );
  const found = alignWords(
    wordTokens(sentence).map(({ word }) => word),
    tokens.map(({ word }) => word),
  );
  if (!found) return { passage, words: [], score: 0 };
  const words = joined(tokens.slice(found.from, found.to + 1).map(({ box }) => box)).map(grown);
  return { passage, words, score: found.score };
}
