/** What a PDF draws in one go, as its reader gives it. */
interface PdfItem {
  str: string;
  dir: string;
  /** The matrix of the text: its size and slope, and where its baseline begins. */
  transform: number[];
  width: number;
  hasEOL: boolean;
}

/** A line of a page, in points; `y` counts upwards. */
export interface PdfLine {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
  /** Wide gaps part it into cells. */
  isRow: boolean;
  /** Turned: it is no part of the text around it. */
  isTurned: boolean;
}

/** Wider than this many times the size of the letters, a gap parts two cells. */
const cellGap = 1.5;

interface Place {
  left: number;
  right: number;
  y: number;
  size: number;
  isTurned: boolean;
}

function placeOf({ transform, width }: PdfItem): Place {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const size = Math.hypot(c, d);
  return { left: x, right: x + width, y, size, isTurned: Math.abs(b) > Math.abs(a) * 0.1 };
}

/** The lines of a page, in the order in which it draws them. */
export function pdfLines(items: readonly PdfItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const item of items) {
    if (item.str.trim() !== '') {
      const place = placeOf(item);
      if (line && isBeside(line, place)) extend(line, item, place);
      else {
        line = { text: item.str, ...place, isRow: false };
        lines.push(line);
      }
    } else if (line && item.str !== '' && !line.text.endsWith(' ')) line.text += ' ';
    if (item.hasEOL) line = undefined;
  }
  for (const each of lines) each.text = each.text.replace(/ +/g, ' ').trim();
  return isRightToLeft(items) ? lines.map(mirrored) : lines;
}

const isBeside = (line: PdfLine, place: Place) =>
  line.isTurned === place.isTurned && Math.abs(line.y - place.y) < line.size * 0.6;

function extend(line: PdfLine, { str }: PdfItem, { left, right, size }: Place): void {
  const gap = Math.max(left - line.right, line.left - right);
  if (gap > line.size * cellGap) {
    line.text = `${line.text.trimEnd()}\t`;
    line.isRow = true;
  }
  line.text += str;
  line.left = Math.min(line.left, left);
  line.right = Math.max(line.right, right);
  line.size = Math.max(line.size, size);
}

const isRightToLeft = (items: readonly PdfItem[]) =>
  items.filter(({ dir }) => dir === 'rtl').length * 2 > items.length;

/** A line that is read from the right begins there. */
const mirrored = (line: PdfLine): PdfLine => ({ ...line, left: -line.right, right: -line.left });
