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

/** A handbook of three pages with headings and paragraphs, as a word processor prints it. */
export async function makeHandbookPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const text = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  for (const [heading, ...paragraphs] of pages) {
    const page = document.addPage([595, 842]);
    page.drawText(heading, { x: 72, y: 748, size: 22, font: bold, color: rgb(0.05, 0.3, 0.2) });
    let y = 700;
    for (const paragraph of paragraphs) {
      for (const line of wrapped(paragraph, 451, (part) => text.widthOfTextAtSize(part, 12))) {
        page.drawText(line, { x: 72, y, size: 12, font: text });
        y -= 18;
      }
      y -= 14;
    }
  }
  return Buffer.from(await document.save());
}
