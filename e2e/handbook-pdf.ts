import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';

const pages: readonly (readonly [heading: string, ...paragraphs: string[]])[] = [
  [
    'Opening hours',
    'The workshop opens at nine in the morning and closes at six in the evening. On Saturdays it is open until one. The bell at the side door rings in the back room, so please wait a moment.',
    'Bicycles are taken in until half past five. Whoever comes later leaves the bicycle in the yard and puts the key into the red box beside the gate.',
  ],
  [
    'Repairs',
    'Every repair is written down with a number. The customer gets the number by text message, and the bicycle gets a tag with the same number.',
    'Lost keys are kept by the porter until the end of the month. They are handed out against an identity card and a signature in the blue book.',
    'A bicycle that nobody fetches is stored for ninety days. After that the workshop may give it away, which is announced two weeks before.',
  ],
  [
    'Guarantee',
    'The workshop gives a guarantee of twelve months on labour and of twenty-four months on new parts. Tyres, chains and brake pads are excluded.',
  ],
];

function wrapped(text: string, most: number, widthOf: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const [width, height, left, size] = [595, 842, 72, 12];

interface PlacedLine {
  /** From 1. */
  page: number;
  text: string;
  x: number;
  /** Of the baseline, from below. */
  y: number;
}

function linesOf(widthOf: (text: string) => number): PlacedLine[] {
  const lines: PlacedLine[] = [];
  for (const [at, [, ...paragraphs]] of pages.entries()) {
    let y = 700;
    for (const paragraph of paragraphs) {
      for (const text of wrapped(paragraph, 451, widthOf)) {
        lines.push({ page: at + 1, text, x: left, y });
        y -= 18;
      }
      y -= 14;
    }
  }
  return lines;
}

/** A rectangle of a page: 0…1 of it, from the top left. */
interface PageBox {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the letters of a sentence of the handbook stand, line by line: from the baseline to the height of capitals. */
export async function boxesOfSentence(sentence: string): Promise<PageBox[]> {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
  const widthOf = (text: string) => font.widthOfTextAtSize(text, size);
  const lines = linesOf(widthOf);
  const whole = lines.map(({ text }) => text).join(' ');
  const from = whole.indexOf(sentence);
  if (from < 0) throw new Error(`The handbook does not say: ${sentence}`);
  const to = from + sentence.length;
  let start = 0;
  return lines.flatMap(({ page, text, x, y }) => {
    const [first, last] = [Math.max(0, from - start), Math.min(text.length, to - start)];
    start += text.length + 1;
    if (first >= last) return [];
    const capitals = size * 0.7;
    return {
      page,
      x: (x + widthOf(text.slice(0, first))) / width,
      y: (height - y - capitals) / height,
      width: widthOf(text.slice(first, last).trimEnd()) / width,
      height: capitals / height,
    };
  });
}

/** A handbook of three pages with headings and paragraphs, as a word processor prints it. */
export async function makeHandbookPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const text = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const drawn = pages.map(([heading]) => {
    const page = document.addPage([width, height]);
    page.drawText(heading, { x: left, y: 748, size: 22, font: bold, color: rgb(0.05, 0.3, 0.2) });
    return page;
  });
  for (const { page, text: line, x, y } of linesOf((part) => text.widthOfTextAtSize(part, size)))
    drawn[page - 1]?.drawText(line, { x, y, size, font: text });
  return Buffer.from(await document.save());
}
