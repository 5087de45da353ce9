import type { Block } from '@tendril/contract/provider/block';
import { archiveLinks } from './archive-links.ts';
import type { BlockPiece } from './block-piece.ts';
import { type OpenedArchive, openArchive } from './open-archive.ts';
import { RowTable } from './row-table.ts';
import { attributeOf, scanXml } from './scan-xml.ts';
import { isDateFormat, sheetDate } from './sheet-date.ts';

const mostColumns = 16_384;
const blocksAtOnce = 20;
const bookPath = 'xl/workbook.xml';

/** For each style of a cell, whether it shows a date. */
function dateStyles(xml: string): boolean[] {
  const codes = new Map<number, string>();
  const dates: boolean[] = [];
  let isInCells = false;
  scanXml(xml, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId']);
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      else if (name === 'xf' && isInCells) dates.push(isDateFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return dates;
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let text = '';
  // The reading of Japanese words is no part of the text.
  let skipped = 0;
  let isText = false;
  scanXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') skipped += 1;
      isText = name === 't';
    },
    text(found) {
      if (isText && skipped === 0) text += found;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') skipped -= 1;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

/** `C7` is the third column. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return Math.min(column, mostColumns);
}

interface BookTexts {
  shared: readonly string[];
  dates: readonly boolean[];
}

interface OpenCell {
  column: number;
  type: string | undefined;
  style: number;
  value: string;
}

function cellValue({ type, style, value }: OpenCell, { shared, dates }: BookTexts): string {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === undefined && value !== '' && dates[style]) return sheetDate(Number(value));
  return value;
}

/** The tables of one sheet; rows without a value cost nothing, however many there are. */
function sheetTables(xml: string, name: string, texts: BookTexts): Block[] {
  const tables: Block[] = [];
  const table = new RowTable({ sheet: name });
  let row = 0;
  let cells: string[] = [];
  let cell: OpenCell | undefined;
  let isValue = false;
  const keep = (block: Block | undefined) => block && tables.push(block);
  scanXml(xml, {
    open(tag, attributes) {
      isValue = tag === 'v' || tag === 't';
      if (tag === 'row') {
        row = Number(attributes['r'] ?? row + 1) || row + 1;
        cells = [];
      } else if (tag === 'c') {
        const column = columnOf(attributes['r'] ?? '') || (cell?.column ?? 0) + 1;
        cell = { column, type: attributes['t'], style: Number(attributes['s']), value: '' };
      }
    },
    text(found) {
      if (isValue && cell) cell.value += found;
    },
    close(tag) {
      isValue = false;
      if (tag === 'c' && cell) {
        const value = cellValue(cell, texts).trim();
        if (value !== '') {
          while (cells.length < cell.column - 1) cells.push('');
          cells[cell.column - 1] = value;
        }
      } else if (tag === 'row') {
        cell = undefined;
        if (cells.length > 0) keep(table.push({ number: row, cells }));
      }
    },
  });
  keep(table.end());
  return tables;
}

function sheetsOf(archive: OpenedArchive): { name: string; path: string }[] {
  const links = archiveLinks(archive, bookPath);
  const sheets: { name: string; path: string }[] = [];
  scanXml(archive.text(bookPath) ?? '', {
    open(tag, attributes) {
      if (tag !== 'sheet') return;
      const path = links.get(attributeOf(attributes, 'id') ?? '')?.path ?? '';
      sheets.push({ name: attributes['name'] ?? '', path });
    },
  });
  return sheets;
}

/** The sheets of an Excel workbook: a heading for each, and its tables. */
export function* readXlsxBlocks(bytes: Buffer): Generator<BlockPiece> {
  const archive = openArchive(bytes);
  if (archive.text(bookPath) === undefined) throw new Error('it holds no workbook');
  const sheets = sheetsOf(archive);
  const strings = archive.text('xl/sharedStrings.xml');
  const styles = archive.text('xl/styles.xml');
  const texts = {
    shared: strings === undefined ? [] : sharedTexts(strings),
    dates: styles === undefined ? [] : dateStyles(styles),
  };
  if (sheets.length === 0) throw new Error('it holds no sheet');
  for (const [index, { name, path }] of sheets.entries()) {
    const xml = archive.text(path);
    const at = { number: index + 1, total: sheets.length };
    // A sheet of charts has no cells.
    const tables = xml === undefined ? [] : sheetTables(xml, name, texts);
    if (tables.length === 0) continue;
    const heading: Block = { kind: 'heading', level: 1, text: name, place: { sheet: name } };
    yield { blocks: [heading, ...tables.slice(0, blocksAtOnce)], ...at };
    for (let start = blocksAtOnce; start < tables.length; start += blocksAtOnce)
      yield { blocks: tables.slice(start, start + blocksAtOnce), ...at };
  }
}
