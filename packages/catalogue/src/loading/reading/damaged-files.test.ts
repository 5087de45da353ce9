import { afterAll, describe, expect, it } from 'vitest';
import { damaged } from '../../testing/corpus/damage.ts';
import { makeOfficeFiles } from '../../testing/corpus/make-office-files.ts';
import { makeArchive } from '../../testing/make-docx.ts';
import { ParserThread } from '../parser-thread.ts';
import { fileFormat } from './file-format.ts';

const thread = new ParserThread({ pieceMs: 20_000, documentMs: 20_000 });
const signal = new AbortController().signal;
afterAll(() => thread.close());

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** What comes of a file: "read", or why it was not. */
async function outcomeOf(name: string, bytes: Uint8Array): Promise<string> {
  const kind = fileFormat(name) ?? 'text';
  const job = { format: 'blocks', name, kind } as const;
  let blocks = 0;
  let named = '';
  try {
    for await (const piece of thread.parse({ name, content: once(bytes), job }, signal)) {
      blocks += piece.blocks.length;
      named ||= piece.problem ?? (piece.picturePage === undefined ? '' : 'a picture');
    }
  } catch (error) {
    return (error as Error).message;
  }
  return blocks > 0 ? 'read' : named;
}

const files = makeOfficeFiles(1);
const reason =
  /^"made\.\w+": (?:it cannot be read as [\w\s-]+: \S.{5,}|it takes too (?:long|much memory) to read)$|^a picture$|^attachment "|^read$/s;

describe('files of twelve formats', () => {
  it.each(Object.entries(files))('%s is read as it was made', async (name, bytes) => {
    expect(await outcomeOf(name, bytes)).toBe('read');
  });

  it.each(Object.entries(files))(
    '%s damaged in 100 ways is read as far as it goes, or named with a reason',
    { timeout: 120_000 },
    async (name, bytes) => {
      const outcomes: string[] = [];
      for (let number = 0; number < 100; number += 1)
        outcomes.push(await outcomeOf(name, damaged(bytes, number)));
      expect(outcomes.filter((outcome) => !reason.test(outcome))).toEqual([]);
      // Text is text whatever was cut out of it; of other formats most are beyond reading.
      if (!/html|csv|eml|jsonl/.test(name))
        expect(outcomes.filter((outcome) => outcome !== 'read').length).toBeGreaterThan(30);
    },
  );
});

describe('files that are made to do harm', () => {
  const sheet = (xml: string) => ({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': xml,
  });

  it('a bomb of an archive is refused before it is unpacked', async () => {
    const bomb = makeArchive({ ...sheet(''), 'xl/sharedStrings.xml': Buffer.alloc(300 * 1024 * 1024, 'a') });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await outcomeOf('made.xlsx', bomb)).toBe(
      '"made.xlsx": it cannot be read as an Excel workbook: unpacked, it is larger than 200 MB',
    );
  });

  it('a bomb of entities is refused where it begins', async () => {
    const entities = Array.from(
      { length: 12 },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    ).join('');
    const xml = `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><worksheet><sheetData><row><c t="inlineStr"><is><t>&e12;</t></is></c></row></sheetData></worksheet>`;
    expect(await outcomeOf('made.xlsx', makeArchive(sheet(xml)))).toMatch(
      /^"made\.xlsx": it cannot be read as an Excel workbook: its XML is damaged/,
    );
  });

  it('a sheet of a million rows without values costs no memory', { timeout: 60_000 }, async () => {
    const rows = Array.from(
      { length: 1_000_000 },
      (_, row) => `<row r="${row + 2}"><c r="A${row + 2}" s="1"/></row>`,
    );
    const first = '<row r="1"><c r="A1" t="inlineStr"><is><t>Only</t></is></c></row>';
    const xml = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${first}${rows.join('')}</sheetData></worksheet>`;
    expect(await outcomeOf('made.xlsx', makeArchive(sheet(xml)))).toBe('read');
  });

  it('a protected archive says that it is', async () => {
    const locked = Buffer.from(files['made.odt'] ?? Buffer.alloc(0));
    const entry = locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    locked.writeUInt16LE(1, entry + 8);
    expect(await outcomeOf('made.odt', locked)).toContain('it is protected by a password');
  });
});
