import { degrees, type PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib';

/** A line of a made document, and where it stands: what a reader should find. */
export interface TrueLine {
  page: number;
  text: string;
  /** 0…1 of the page as it is shown, from the top left. */
  box: readonly [number, number, number, number];
}

interface Fonts {
  text: PDFFont;
  bold: PDFFont;
}

/** How far the letters of these fonts reach above and below the baseline, as their makers say. */
const ascent = 0.718;
const descent = 0.207;

export type PageTurn = 'upright' | 'quarter' | 'half' | 'three-quarters' | 'sideways';

type Point = readonly [number, number];

/** Where a point of the layout stands on the sheet, for a sheet of this width and height. */
const toSheet: Record<PageTurn, (point: Point, width: number, height: number) => Point> = {
  upright: (point) => point,
  quarter: ([x, y], width) => [width - y, x],
  half: ([x, y], width, height) => [width - x, height - y],
  'three-quarters': ([x, y], _width, height) => [y, height - x],
  sideways: ([x, y], width) => [width - y, x],
};
const textAngle: Record<PageTurn, number> = {
  upright: 0,
  quarter: 90,
  half: 180,
  'three-quarters': 270,
  sideways: 90,
};

/** One page of a made document: what is drawn on it is noted. */
export class CorpusPage {
  readonly lines: TrueLine[] = [];
  /** Of the layout, in points. */
  readonly width: number;
  readonly height: number;
  readonly #page: PDFPage;
  readonly #fonts: Fonts;
  readonly #turn: PageTurn;
  readonly #number: number;

  constructor(document: PDFDocument, fonts: Fonts, number: number, turn: PageTurn = 'upright') {
    const isTurned = turn !== 'upright' && turn !== 'half';
    this.#page = document.addPage([595, 842]);
    this.#fonts = fonts;
    this.#turn = turn;
    this.#number = number;
    [this.width, this.height] = isTurned ? [842, 595] : [595, 842];
    // What the viewer turns the sheet by; text that is drawn sideways stays so.
    if (turn !== 'sideways') this.#page.setRotation(degrees(textAngle[turn]));
  }

  widthOf(text: string, size: number, isBold = false): number {
    return this.#font(isBold).widthOfTextAtSize(text, size);
  }

  /** Draws a text with its baseline `y` points above the lower edge. Noted unless it is a running line. */
  draw(text: string, x: number, y: number, size: number, { isBold = false, isNoted = true } = {}): TrueLine {
    const [sheetWidth, sheetHeight] = [595, 842];
    const [left, bottom] = toSheet[this.#turn]([x, y], sheetWidth, sheetHeight);
    const rotate = degrees(textAngle[this.#turn]);
    this.#page.drawText(text, {
      x: left,
      y: bottom,
      size,
      font: this.#font(isBold),
      rotate,
      color: rgb(0, 0, 0),
    });
    const line = { page: this.#number, text, box: this.#boxOf(x, y, this.widthOf(text, size, isBold), size) };
    if (isNoted) this.lines.push(line);
    return line;
  }

  /** A row of a table is one line for the reader. */
  drawRow(cells: readonly string[], lefts: readonly number[], y: number, size: number): void {
    const drawn = cells.map((cell, index) => this.draw(cell, lefts[index] ?? 0, y, size, { isNoted: false }));
    const boxes = drawn.map(({ box }) => box);
    const left = Math.min(...boxes.map((box) => box[0]));
    const top = Math.min(...boxes.map((box) => box[1]));
    const right = Math.max(...boxes.map((box) => box[0] + box[2]));
    const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
    this.lines.push({
      page: this.#number,
      text: cells.join(' '),
      box: [left, top, right - left, bottom - top],
    });
  }

  #boxOf(x: number, y: number, width: number, size: number): TrueLine['box'] {
    const [top, low] = [y + ascent * size, y - descent * size];
    if (this.#turn !== 'sideways')
      return [x / this.width, 1 - top / this.height, width / this.width, (top - low) / this.height];
    // Shown as it is drawn: the layout's upper edge is at the left.
    return [(595 - top) / 595, 1 - (x + width) / 842, (top - low) / 595, width / 842];
  }

  #font(isBold: boolean): PDFFont {
    return isBold ? this.#fonts.bold : this.#fonts.text;
  }
}
