import type { Block } from '@tendril/contract/provider/block';
import { getDocumentProxy } from 'unpdf';
import type { BlockPiece } from '../block-piece.ts';
import { findHeadingSizes, type HeadingSizes } from './heading-sizes.ts';
import { pageBlocks } from './page-blocks.ts';
import { type DrawnText, type PageItem, pageText } from './page-item.ts';
import { regionLines } from './page-lines.ts';
import { pagePicture } from './page-picture.ts';
import { pageSegments, readsFromRight, type Segment, textSegments } from './page-segments.ts';
import { pageTables } from './page-tables.ts';
import { pictureShare } from './picture-share.ts';
import { readingOrder } from './reading-order.ts';
import { findRunningLines } from './running-lines.ts';

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** Pages from which headings, heads and feet are learnt. */
const sampledPages = 120;
/** Usual for fonts that do not say it. */
const usualReach = { ascent: 0.8, descent: -0.2 };

interface ReadPage {
  number: number;
  segments: Segment[];
  turned: PageItem[];
  edges: { top: number; bottom: number };
  fromRight: boolean;
  isPicture: boolean;
}

const boldName = /bold|black|heavy|semibold|demi/i;

/** Which fonts are bold. A page's fonts are known once its drawing was listed, which is done once for each font. */
class FontWeights {
  readonly #bold = new Map<string, boolean>();

  async learn(page: PdfPage, names: Iterable<string>): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#bold.has(name));
    if (unknown.length === 0) return;
    await page.getOperatorList();
    for (const name of unknown) {
      const font = page.commonObjs.has(name)
        ? (page.commonObjs.get(name) as { name?: string; bold?: boolean; black?: boolean } | null)
        : null;
      this.#bold.set(name, font?.bold === true || font?.black === true || boldName.test(font?.name ?? ''));
    }
  }

  isBold = (name: string): boolean => this.#bold.get(name) === true;
}

async function readPage(document: PdfDocument, number: number, weights: FontWeights): Promise<ReadPage> {
  const page = await document.getPage(number);
  const { items, styles } = await page.getTextContent();
  const drawn = items.filter(
    (item): item is typeof item & DrawnText => 'str' in item && item.str.trim() !== '',
  );
  const fonts = drawn.map(({ fontName }) => fontName);
  if (drawn.length > 0) await weights.learn(page, fonts);
  const { transform, width, height } = page.getViewport({ scale: 1 });
  const text = pageText(drawn, {
    transform,
    width,
    height,
    reach(name) {
      const { ascent, descent } = styles[name] ?? usualReach;
      return ascent > 0.2 && ascent < 2 && descent <= 0 && descent > -1 ? { ascent, descent } : usualReach;
    },
    isBold: weights.isBold,
  });
  const isPicture = await needsPicture(page, drawn);
  page.cleanup();
  const segments = pageSegments(text.items);
  const { turned, edges } = text;
  return { number, segments, turned, edges, fromRight: readsFromRight(text.items), isPicture };
}

/** A page number, a stamp, the name of a scanner: less than this is no page of text. */
const littleText = 100;
const wholePage = 0.6;

/** Whether a page has to be read as a picture: it has no text, or next to none beside a picture of the whole page. */
async function needsPicture(page: PdfPage, drawn: readonly DrawnText[]): Promise<boolean> {
  if (drawn.length === 0) return holdsPicture(page);
  const chars = drawn.reduce((sum, { str }) => sum + str.replaceAll(/\s/g, '').length, 0);
  return chars < littleText && (await pictureShare(page)) >= wholePage;
}

/** Whether an empty page is one for the reader of pictures, rather than blank. */
async function holdsPicture(page: PdfPage): Promise<boolean> {
  const { fnArray } = await page.getOperatorList();
  // A blank page saves and restores, nothing more; a scanned one paints.
  return fnArray.length > 4;
}

function toBlocks({ number, segments, turned, fromRight }: ReadPage, sizes: HeadingSizes): Block[] {
  const { tables, rest } = pageTables(segments);
  const units = [...textSegments(rest, fromRight), ...tables.map((table) => ({ ...table, size: 0, table }))];
  const regions = readingOrder(units, fromRight).map((members) => regionLines(members, fromRight));
  const blocks = pageBlocks(regions, sizes, number);
  const margin = pageSegments(turned).map(
    ({ text, box }): Block => ({ kind: 'text', text, place: { page: number, boxes: [box] } }),
  );
  return [...blocks, ...margin];
}

/**
 * The pages of a PDF as blocks with their boxes. A page that shows a picture of its text is named, to be read as one;
 * the little text that it may have comes with it.
 */
export async function* readPdfBlocks(bytes: Uint8Array, wantsPictures = false): AsyncGenerator<BlockPiece> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, useSystemFonts: false });
  const weights = new FontWeights();
  const sample: ReadPage[] = [];
  const total = document.numPages;
  for (let number = 1; number <= Math.min(total, sampledPages); number += 1)
    sample.push(await readPage(document, number, weights));
  const isRunning = findRunningLines(sample);
  const withoutRunning = (page: ReadPage) => ({
    ...page,
    segments: page.segments.filter((segment) => !isRunning(segment, page.edges)),
  });
  const sizes = findHeadingSizes(sample.map(withoutRunning));
  for (let number = 1; number <= total; number += 1) {
    const read = sample[number - 1] ?? (await readPage(document, number, weights));
    const blocks = toBlocks(withoutRunning(read), sizes);
    if (!read.isPicture) yield { blocks, number, total };
    else {
      const page = await document.getPage(number);
      const picture = wantsPictures ? await pagePicture(page) : undefined;
      page.cleanup();
      yield { blocks, number, total, picturePage: number, ...(picture && { picture }) };
    }
  }
}
