import type { Block } from '@tendril/contract/provider/block';
import { archiveLinks } from './archive-links.ts';
import type { BlockPiece } from './block-piece.ts';
import { type OpenedArchive, openArchive } from './open-archive.ts';
import { attributeOf, scanXml } from './scan-xml.ts';
import { tableText } from './table-text.ts';

const deckPath = 'ppt/presentation.xml';
const titles = new Set(['title', 'ctrTitle']);
/** Shapes that every slide repeats. */
const repeated = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

class SlideText {
  readonly blocks: Block[] = [];
  readonly #slide: number;
  #kind = '';
  #paragraph = '';
  #paragraphs: string[] = [];
  #isText = false;
  #rows: string[][] | undefined;

  constructor(slide: number) {
    this.#slide = slide;
  }

  open(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#isText = tag === 't';
    if (tag === 'sp') this.#kind = '';
    else if (tag === 'ph') this.#kind = attributes['type'] ?? 'body';
    else if (tag === 'tbl') this.#rows = [];
    else if (tag === 'tr') this.#rows?.push([]);
    else if (tag === 'br') this.#paragraph += ' ';
  }

  text(found: string): void {
    if (this.#isText) this.#paragraph += found;
  }

  close(tag: string): void {
    this.#isText = false;
    if (tag === 'p') {
      if (this.#paragraph.trim() !== '') this.#paragraphs.push(this.#paragraph.replace(/\s+/g, ' ').trim());
      this.#paragraph = '';
    } else if (tag === 'tc') this.#rows?.at(-1)?.push(this.#take().join(' '));
    else if (tag === 'tbl') this.#endTable();
    else if (tag === 'sp') this.#endShape();
  }

  #take(): string[] {
    const paragraphs = this.#paragraphs;
    this.#paragraphs = [];
    return paragraphs;
  }

  #endTable(): void {
    const text = tableText(this.#rows ?? []);
    this.#rows = undefined;
    if (text.trim() !== '') this.#add({ kind: 'table', text });
  }

  #endShape(): void {
    const lines = this.#take();
    if (lines.length === 0 || repeated.has(this.#kind)) return;
    if (titles.has(this.#kind)) this.#add({ kind: 'heading', level: 2, text: lines.join(' ') }, true);
    else this.#add({ kind: lines.length > 1 ? 'list' : 'text', text: lines.join('\n') });
  }

  /** Titles come first: where they are drawn, they stand above everything else. */
  #add(block: Omit<Block, 'place'>, isFirst = false): void {
    const placed = { ...block, place: { slide: this.#slide } };
    if (isFirst) this.blocks.unshift(placed);
    else this.blocks.push(placed);
  }
}

function readSlide(xml: string, slide: number): Block[] {
  const text = new SlideText(slide);
  scanXml(xml, {
    open: (tag, attributes) => text.open(tag, attributes),
    text: (found) => text.text(found),
    close: (tag) => text.close(tag),
  });
  return text.blocks;
}

/** The slides in the order in which they are shown; by their number where the deck does not say. */
function slidePaths(archive: OpenedArchive): string[] {
  const deck = archive.text(deckPath);
  const paths: string[] = [];
  if (deck !== undefined) {
    const links = archiveLinks(archive, deckPath);
    scanXml(deck, {
      open(tag, attributes) {
        if (tag === 'sldId') paths.push(links.get(attributeOf(attributes, 'r:id') ?? '')?.path ?? '');
      },
    });
  }
  if (paths.some((path) => path !== '')) return paths.filter((path) => archive.names.includes(path));
  const numberOf = (name: string) => Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1] ?? Number.NaN);
  return archive.names
    .filter((name) => !Number.isNaN(numberOf(name)))
    .sort((one, other) => numberOf(one) - numberOf(other));
}

function notesOf(archive: OpenedArchive, path: string, slide: number): Block[] {
  const link = [...archiveLinks(archive, path).values()].find(({ type }) => type === 'notesSlide');
  const xml = link && archive.text(link.path);
  return xml === undefined ? [] : readSlide(xml, slide).map((block) => ({ ...block, kind: 'text' as const }));
}

/** The slides of a PowerPoint presentation, each with its title as a heading, its tables and its notes. */
export function* readPptxBlocks(bytes: Buffer): Generator<BlockPiece> {
  const archive = openArchive(bytes);
  const paths = slidePaths(archive);
  if (paths.length === 0) throw new Error('it holds no slide');
  for (const [index, path] of paths.entries()) {
    const number = index + 1;
    const blocks = readSlide(archive.text(path) ?? '', number);
    yield { blocks: [...blocks, ...notesOf(archive, path, number)], number, total: paths.length };
  }
}
