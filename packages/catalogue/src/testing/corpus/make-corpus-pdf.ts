import { PDFDocument, StandardFonts } from 'pdf-lib';
import { CorpusPage, type PageTurn, type TrueLine } from './corpus-page.ts';
import { makeSentence, makeWord, seeded } from './seeded-words.ts';

export interface CorpusPdf {
  bytes: Uint8Array;
  /** In the order in which they are read. */
  lines: TrueLine[];
  headings: string[];
  /** Heads and feet, which are no part of the text. */
  running: string[];
}

interface Frame {
  x: number;
  y: number;
  width: number;
  bottom: number;
}

const size = 10;
const step = 13;

function wrapped(page: CorpusPage, text: string, width: number, isHyphenated: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (page.widthOf(longer, size) <= width) {
      line = longer;
      continue;
    }
    const half = `${line} ${word.slice(0, 4)}-`;
    if (isHyphenated && word.length > 7 && page.widthOf(half, size) <= width) {
      lines.push(half);
      line = word.slice(4);
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Makes documents whose every line is known; the same for the same seed. */
class CorpusWriter {
  readonly headings: string[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  heading(page: CorpusPage, frame: Frame, fontSize = 15): Frame {
    const text = `${1 + Math.floor(this.#random() * 9)} ${makeWord(this.#random)} ${makeWord(this.#random)}`;
    this.headings.push(text);
    page.draw(text, frame.x, frame.y - fontSize, fontSize, { isBold: true });
    return { ...frame, y: frame.y - fontSize - 12 };
  }

  /** Fills a frame with paragraphs. */
  paragraphs(page: CorpusPage, frame: Frame): Frame {
    let { y } = frame;
    while (y - step > frame.bottom) {
      const count = 2 + Math.floor(this.#random() * 4);
      const text = Array.from({ length: count }, () => makeSentence(this.#random)).join(' ');
      for (const line of wrapped(page, text, frame.width, this.#random() < 0.5)) {
        if (y - step < frame.bottom) return { ...frame, y };
        y -= step;
        page.draw(line, frame.x, y, size);
      }
      y -= step * 0.6;
    }
    return { ...frame, y };
  }

  table(page: CorpusPage, frame: Frame): Frame {
    let { y } = frame;
    const columns = 3 + Math.floor(this.#random() * 2);
    const lefts = Array.from({ length: columns }, (_, column) => frame.x + (frame.width / columns) * column);
    for (let row = 0; row < 6; row += 1) {
      y -= 16;
      const cells = lefts.map((_, column) =>
        row === 0 || column === 0
          ? makeWord(this.#random)
          : String(Math.floor(this.#random() * 90_000) + 10_000),
      );
      page.drawRow(cells, lefts, y, size);
    }
    return { ...frame, y: y - 10 };
  }

  list(page: CorpusPage, frame: Frame): Frame {
    let { y } = frame;
    for (let item = 1; item <= 4; item += 1) {
      const [first = '', ...others] = wrapped(page, makeSentence(this.#random), frame.width - 20, false);
      y -= step;
      page.draw(`${item}. ${first}`, frame.x, y, size);
      for (const line of others) {
        y -= step;
        page.draw(line, frame.x + 14, y, size);
      }
    }
    return { ...frame, y: y - 10 };
  }
}

const margin = 60;
const whole = (page: CorpusPage): Frame => ({
  x: margin,
  y: page.height - 80,
  width: page.width - margin * 2,
  bottom: 80,
});

function columnsOf(frame: Frame, count: number, gutter: number): Frame[] {
  const width = (frame.width - gutter * (count - 1)) / count;
  return Array.from({ length: count }, (_, index) => ({
    ...frame,
    x: frame.x + (width + gutter) * index,
    width,
  }));
}

type Layout = (writer: CorpusWriter, page: CorpusPage) => void;

const single: Layout = (writer, page) => {
  let frame = writer.heading(page, whole(page), 18);
  frame = { ...writer.paragraphs(page, { ...frame, bottom: page.height * 0.6 }), bottom: 80 };
  frame = writer.list(page, { ...frame, y: frame.y - 8 });
  writer.paragraphs(page, writer.heading(page, frame));
};

const inColumns =
  (count: number): Layout =>
  (writer, page) => {
    const frame = writer.heading(page, whole(page), 18);
    for (const [index, column] of columnsOf(frame, count, 22).entries())
      writer.paragraphs(page, index > 0 ? writer.heading(page, column, 13) : column);
  };

const aroundTable: Layout = (writer, page) => {
  let frame = whole(page);
  const middle = page.height * 0.55;
  for (const column of columnsOf({ ...frame, bottom: middle }, 2, 24)) writer.paragraphs(page, column);
  frame = writer.table(page, { ...frame, y: middle - 24 });
  for (const column of columnsOf({ ...frame, y: frame.y - 14 }, 2, 24)) writer.paragraphs(page, column);
};

const layouts: readonly [Layout, PageTurn][] = [
  [single, 'upright'],
  [inColumns(2), 'upright'],
  [inColumns(3), 'upright'],
  [aroundTable, 'upright'],
  [single, 'quarter'],
  [inColumns(2), 'half'],
  [inColumns(2), 'three-quarters'],
  [single, 'sideways'],
];

/** A PDF of so many pages in all layouts by turns, with heads and feet, and what a reader should find in it. */
export async function makeCorpusPdf(seed: number, pages = layouts.length): Promise<CorpusPdf> {
  const document = await PDFDocument.create();
  const fonts = {
    text: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  const random = seeded(seed);
  const writer = new CorpusWriter(random);
  const head = `${makeWord(random)} ${makeWord(random)}`;
  const lines: TrueLine[] = [];
  const running = new Set<string>();
  for (let number = 1; number <= pages; number += 1) {
    const [layout, turn] = layouts[(number - 1) % layouts.length] ?? [single, 'upright'];
    const page = new CorpusPage(document, fonts, number, turn);
    page.draw(head, margin, page.height - 36, 9, { isNoted: false });
    page.draw(`Page ${number} of ${pages}`, page.width / 2 - 30, 36, 9, { isNoted: false });
    running.add(head);
    running.add(`Page ${number} of ${pages}`);
    layout(writer, page);
    lines.push(...page.lines);
  }
  return { bytes: await document.save(), lines, headings: writer.headings, running: [...running] };
}
