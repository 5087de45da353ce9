import type { PdfLine } from './pdf-lines.ts';

/** The mark at the beginning of a list's item. */
export const listMark = /^([•◦▪‣●○■□–—*·-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s/u;
const letterless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const startsLetterless = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const startsSmall = /^\p{Ll}/u;
/** A line shorter than this is joined to the next only where that one plainly goes on. */
const leastLetters = 25;

interface Paragraph {
  lines: PdfLine[];
  text: string;
  isList: boolean;
}

/** Text of a page: the lines of a paragraph joined, words put together again; headings, lists and rows on their own. */
export function reflowLines(lines: readonly PdfLine[]): string {
  const step = usualStep(lines);
  const whole = lines.map(({ text }) => text).join('\n');
  let text = '';
  let paragraph: Paragraph | undefined;
  for (const line of lines) {
    const last = paragraph?.lines.at(-1);
    if (paragraph && last && goesOn({ paragraph, last, line, lines, step })) {
      paragraph.text = joinedText(paragraph.text, line.text, whole);
      paragraph.lines.push(line);
      continue;
    }
    if (paragraph && last) text += paragraph.text + breakBetween(paragraph, last, line, step);
    paragraph = { lines: [line], text: line.text, isList: listMark.test(line.text) };
  }
  return text + (paragraph?.text ?? '');
}

interface Seam {
  paragraph: Paragraph;
  last: PdfLine;
  line: PdfLine;
  lines: readonly PdfLine[];
  step: number;
}

/** Whether a line goes on with the paragraph above it. */
function goesOn(seam: Seam): boolean {
  const { last, line } = seam;
  if (last.isRow || line.isRow || last.isTurned || line.isTurned) return false;
  if (!isSameSize(last, line) || listMark.test(line.text)) return false;
  if (!isFull(seam)) return false;
  return isNextColumn(seam) || (isNextLine(seam) && !isIndented(seam));
}

const isSameSize = (one: PdfLine, other: PdfLine) => Math.abs(one.size - other.size) <= one.size * 0.1;

/** Whether it was no choice to end the line: the next word had no room in the column. */
function isFull({ last, line, lines }: Seam): boolean {
  const goesOnPlainly = startsSmall.test(line.text);
  if (last.text.length < leastLetters && !goesOnPlainly) return false;
  const column = lines.filter(
    (other) => isSameSize(other, last) && !other.isRow && Math.abs(other.left - last.left) < last.size * 4,
  );
  const edge = Math.max(...column.map(({ right }) => right));
  const word = line.text.split(' ', 1)[0] ?? '';
  const wordWidth = ((line.right - line.left) / Math.max(1, line.text.length)) * (word.length + 1);
  // Widths of letters differ: half a letter more or less decides nothing.
  return last.right + wordWidth > edge - last.size * 0.5;
}

const isNextLine = ({ last, line, step }: Seam) => {
  const gap = last.y - line.y;
  return gap > 0 && gap <= Math.max(step * 1.25, last.size * 0.5);
};

/** At the head of the next column, in the middle of a sentence. */
const isNextColumn = ({ last, line }: Seam) =>
  line.y > last.y && line.left >= last.right && startsSmall.test(line.text) && !/[.!?:]$/.test(last.text);

/** Whether a line stands elsewhere than the lines of its paragraph: further in, or back at the margin of a list. */
function isIndented({ paragraph: { lines, isList }, last, line }: Seam): boolean {
  const first = lines[0] ?? last;
  const slack = last.size * 0.8;
  if (isList)
    return lines.length > 1 ? Math.abs(line.left - last.left) > slack : line.left < first.left - slack;
  // The first line of a paragraph may begin further in.
  return line.left > last.left + slack || (lines.length > 1 && line.left < last.left - slack);
}

/** How far apart the baselines of text are on this page: half of all are no further. */
function usualStep(lines: readonly PdfLine[]): number {
  const steps = lines
    .map((line, at) => ({ line, next: lines[at + 1] }))
    .flatMap(({ line, next }) => (next && isSameSize(line, next) ? [line.y - next.y] : []))
    .filter((step) => step > 0)
    .sort((one, other) => one - other);
  const most = Math.max(0, ...lines.map(({ size }) => size)) * 2.2;
  return Math.min(steps[Math.floor((steps.length - 1) / 2)] ?? most, most);
}

/** An empty line where there is a gap, another size, or the end of a paragraph of several lines. */
function breakBetween(paragraph: Paragraph, last: PdfLine, line: PdfLine, step: number): string {
  const gap = last.y - line.y;
  if (!isSameSize(last, line) || gap < 0 || gap > step * 1.25) return '\n\n';
  if (line.isRow || last.isRow || paragraph.isList || listMark.test(line.text)) return '\n';
  return paragraph.lines.length > 1 ? '\n\n' : '\n';
}

/** Two lines as one: a word that was parted is whole again, unless the page writes it with its hyphen elsewhere. */
export function joinedText(before: string, after: string, page: string): string {
  if (letterless.test(before) && startsLetterless.test(after)) return before + after;
  if (before.endsWith('\u00AD')) return before.slice(0, -1) + after;
  const start = /(?<!\p{L})(\p{L}+)-$/u.exec(before)?.[1];
  const end = /^\p{Ll}+/u.exec(after)?.[0];
  if (start === undefined || end === undefined) return `${before} ${after}`;
  return page.includes(`${start}-${end}`) ? before + after : before.slice(0, -1) + after;
}
