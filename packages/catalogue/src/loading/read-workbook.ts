import { type CheerioAPI, load } from 'cheerio';
import type { TextPiece } from './parse-message.ts';
import { readArchive } from './read-archive.ts';

const dayMs = 86_400_000;
/** Day 0 of Excel's calendar, which counts a 29 February 1900 that never was. */
const firstDay = Date.UTC(1899, 11, 30);
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** For each style of a cell, whether it shows a date. */
function dateStyles(xml: string): boolean[] {
  const styles = load(xml, { xml: true });
  const own = new Set(
    styles('numFmts > numFmt')
      .toArray()
      .map((element) => styles(element))
      .filter((format) =>
        /[ymdh]/i.test((format.attr('formatCode') ?? '').replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '')),
      )
      .map((format) => Number(format.attr('numFmtId'))),
  );
  return styles('cellXfs > xf')
    .toArray()
    .map((element) => Number(styles(element).attr('numFmtId')))
    .map((id) => builtInDates.has(id) || own.has(id));
}

function toDate(serial: number): string {
  const text = new Date(firstDay + Math.round(serial * dayMs)).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** `C7` is the third column. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

function sheetRows(sheet: CheerioAPI, shared: readonly string[], dates: readonly boolean[]): string[] {
  return sheet('sheetData > row')
    .toArray()
    .map((row) => {
      const cells: string[] = [];
      for (const element of sheet(row).children('c').toArray()) {
        const cell = sheet(element);
        const raw = cell.children('v').text();
        const type = cell.attr('t');
        const isDate = type === undefined && raw !== '' && dates[Number(cell.attr('s'))] === true;
        const plain = isDate ? toDate(Number(raw)) : raw;
        const text =
          type === 's' ? (shared[Number(raw)] ?? '') : type === 'inlineStr' ? cell.find('t').text() : plain;
        const column = Math.min(columnOf(cell.attr('r') ?? ''), 16_384);
        while (cells.length < column - 1) cells.push('');
        cells.push(text.replace(/\s+/g, ' ').trim());
      }
      return cells.join('\t').trimEnd();
    })
    .filter((line) => line.trim() !== '');
}

/** The sheets of a workbook, each as its rows with tabs between the cells. */
export function* readWorkbook(bytes: Buffer): Generator<TextPiece> {
  const texts = readArchive(bytes);
  const book = load(texts.get('xl/workbook.xml') ?? '', { xml: true });
  const links = load(texts.get('xl/_rels/workbook.xml.rels') ?? '', { xml: true });
  const strings = load(texts.get('xl/sharedStrings.xml') ?? '', { xml: true });
  const dates = dateStyles(texts.get('xl/styles.xml') ?? '');
  const shared = strings('si')
    .toArray()
    .map((element) => {
      const item = strings(element);
      // The reading of Japanese words is no part of the text.
      item.find('rPh').remove();
      return item.find('t').text();
    });
  const targets = new Map(
    links('Relationship')
      .toArray()
      .map((element) => [links(element).attr('Id'), links(element).attr('Target') ?? '']),
  );
  const sheets = book('sheets > sheet').toArray();
  if (sheets.length === 0) throw new Error('it holds no sheet');
  for (const [index, element] of sheets.entries()) {
    const target = targets.get(book(element).attr('r:id')) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    const rows = sheetRows(load(texts.get(path) ?? '', { xml: true }), shared, dates);
    const name = book(element).attr('name') ?? '';
    yield { text: [name, ...rows].join('\n'), number: index + 1, total: sheets.length };
  }
}
