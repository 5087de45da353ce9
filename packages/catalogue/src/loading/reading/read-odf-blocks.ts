import type { Block, Place } from '@tendril/contract/provider/block';
import type { BlockPiece } from './block-piece.ts';
import { openArchive } from './open-archive.ts';
import { RowTable } from './row-table.ts';
import { attributeOf, scanXml } from './scan-xml.ts';
import { tableText } from './table-text.ts';

const mostColumns = 16_384;
const blocksAtOnce = 100;
/** What is drawn around the text, not part of it. */
const skippedTags = new Set(['annotation', 'tracked-changes', 'note-citation', 'notes', 'forms']);

type Attributes = Readonly<Record<string, string>>;

const countOf = (attributes: Attributes, name: string) =>
  Math.max(1, Number(attributeOf(attributes, name) ?? 1) || 1);

/** Reads the content of an OpenDocument file: text, sheets and slides are written in the same words. */
class OdfContent {
  blocks: Block[] = [];
  pages = 0;
  readonly #isSheet: boolean;
  #place: Place = {};
  #text = '';
  #level: number | undefined;
  #lists = 0;
  #items: string[] = [];
  #skipped = 0;
  #table: RowTable | undefined;
  #tables = 0;
  #rows: string[][] = [];
  #row = 0;
  #repeat = 1;
  #cells: string[] = [];
  #cell: { text: string[]; repeat: number } | undefined;

  constructor(isSheet: boolean) {
    this.#isSheet = isSheet;
  }

  open(tag: string, attributes: Attributes): void {
    if (skippedTags.has(tag)) this.#skipped += 1;
    if (this.#skipped > 0) return;
    if (tag === 'page') this.#openPage();
    else if (tag === 'list') this.#lists += 1;
    else if (tag === 'h' || tag === 'p') {
      this.#text = '';
      this.#level = tag === 'h' ? Math.min(6, countOf(attributes, 'outline-level')) : undefined;
    } else if (tag === 's') this.#text += ' '.repeat(Math.min(100, countOf(attributes, 'c')));
    else if (tag === 'tab' || tag === 'line-break') this.#text += ' ';
    else this.#openTable(tag, attributes);
  }

  text(found: string): void {
    if (this.#skipped === 0) this.#text += found;
  }

  close(tag: string): void {
    if (this.#skipped > 0) {
      if (skippedTags.has(tag)) this.#skipped -= 1;
      return;
    }
    if (tag === 'h' || tag === 'p') this.#endParagraph();
    else if (tag === 'list') this.#endList();
    else this.#closeTable(tag);
  }

  #openPage(): void {
    this.pages += 1;
    this.#place = { slide: this.pages };
  }

  #openTable(tag: string, attributes: Attributes): void {
    if (tag === 'table') {
      this.#tables += 1;
      if (this.#tables > 1) return;
      [this.#rows, this.#row] = [[], 0];
      if (!this.#isSheet) return;
      const sheet = attributeOf(attributes, 'name') ?? '';
      this.pages += 1;
      this.#place = { sheet };
      this.#table = new RowTable(this.#place);
      this.blocks.push({ kind: 'heading', level: 1, text: sheet, place: this.#place });
    } else if (this.#tables !== 1) return;
    else if (tag === 'table-row') {
      this.#repeat = countOf(attributes, 'number-rows-repeated');
      this.#cells = [];
    } else if (tag === 'table-cell' || tag === 'covered-table-cell')
      this.#cell = { text: [], repeat: countOf(attributes, 'number-columns-repeated') };
  }

  #closeTable(tag: string): void {
    if (tag === 'table') {
      this.#tables -= 1;
      if (this.#tables === 0) this.#endTable();
    } else if (this.#tables !== 1) return;
    else if (tag === 'table-row') this.#endRow();
    else if ((tag === 'table-cell' || tag === 'covered-table-cell') && this.#cell) this.#endCell(this.#cell);
  }

  /** What is repeated is repeated a thousand times at most: sheets are filled up with empty cells to their end. */
  #endCell({ text, repeat }: { text: string[]; repeat: number }): void {
    this.#cell = undefined;
    const value = text.join(' ').trim();
    const times = Math.min(repeat, value === '' ? mostColumns : 1000, mostColumns - this.#cells.length);
    for (let time = 0; time < times; time += 1) this.#cells.push(value);
  }

  #endRow(): void {
    const last = this.#cells.findLastIndex((cell) => cell !== '');
    const cells = this.#cells.slice(0, last + 1);
    const first = this.#row + 1;
    this.#row += this.#repeat;
    if (cells.length === 0) return;
    for (let time = 0; time < Math.min(this.#repeat, 1000); time += 1) {
      const block = this.#table?.push({ number: first + time, cells });
      if (block) this.blocks.push(block);
      if (!this.#table) this.#rows.push(cells);
    }
  }

  #endTable(): void {
    const block = this.#table?.end();
    this.#table = undefined;
    if (block) this.blocks.push(block);
    const text = tableText(this.#rows);
    if (text.trim() !== '') this.blocks.push({ kind: 'table', text, place: this.#place });
    this.#rows = [];
  }

  #endParagraph(): void {
    const text = this.#text.replace(/\s+/g, ' ').trim();
    this.#text = '';
    const level = this.#level;
    this.#level = undefined;
    if (text === '') return;
    if (this.#cell) this.#cell.text.push(text);
    else if (level !== undefined) this.blocks.push({ kind: 'heading', level, text, place: this.#place });
    else if (this.#lists > 0) this.#items.push(`${'  '.repeat(this.#lists - 1)}- ${text}`);
    else this.blocks.push({ kind: 'text', text, place: this.#place });
  }

  #endList(): void {
    this.#lists -= 1;
    if (this.#lists > 0 || this.#items.length === 0) return;
    this.blocks.push({ kind: 'list', text: this.#items.join('\n'), place: this.#place });
    this.#items = [];
  }
}

/** The content of an OpenDocument text, sheet or presentation. */
export function* readOdfBlocks(bytes: Buffer): Generator<BlockPiece> {
  const archive = openArchive(bytes);
  const type = archive.text('mimetype') ?? '';
  const xml = archive.text('content.xml');
  if (xml === undefined) throw new Error('it holds no content');
  if (/encryption-data/.test(archive.text('META-INF/manifest.xml') ?? ''))
    throw new Error('it is protected by a password');
  const content = new OdfContent(/spreadsheet/.test(type));
  scanXml(xml, {
    open: (tag, attributes) => content.open(tag, attributes),
    text: (found) => content.text(found),
    close: (tag) => content.close(tag),
  });
  const { blocks } = content;
  const total = Math.max(1, Math.ceil(blocks.length / blocksAtOnce));
  for (let start = 0; start < blocks.length; start += blocksAtOnce)
    yield { blocks: blocks.slice(start, start + blocksAtOnce), number: start / blocksAtOnce + 1, total };
}
