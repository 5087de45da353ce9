import type { SourceDocument } from '@tendril/contract/provider/document';
import { describe, expect, it } from 'vitest';
import { makeArchive, makeDocx } from '../../testing/make-docx.ts';
import { makePdf } from '../../testing/make-pdf.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

type Files = Record<string, string | Uint8Array>;

/** Runs a loader over stored files; gives its documents. */
function load(
  name: string,
  field: string,
  files: Files,
  values: Record<string, unknown> = {},
  output = 'document',
) {
  const readFile = async (wanted: string) => Buffer.from(files[wanted] ?? '');
  const value = `FILE-STORAGE::${JSON.stringify(Object.keys(files))}`;
  const context = testContext({ services: { readFile } });
  return runNode<SourceDocument[]>(name, { ...values, [field]: value }, context, output);
}

const pdf = (files: Files, usage = 'perPage') => load('pdfFile', 'pdfFile', files, { usage }, 'pdfFile');
const docx = (files: Files) => load('docxFile', 'docxFile', files, {}, 'docxFile');

describe('pdfFile', () => {
  it('gives a document for each page, with its number', async () => {
    expect(await pdf({ 'a.pdf': makePdf(['First page', 'Second page']) })).toEqual([
      { pageContent: 'First page', metadata: { source: 'a.pdf', loc: { pageNumber: 1 }, totalPages: 2 } },
      { pageContent: 'Second page', metadata: { source: 'a.pdf', loc: { pageNumber: 2 }, totalPages: 2 } },
    ]);
  });

  it('gives a document for each file when asked to', async () => {
    const documents = await pdf({ 'a.pdf': makePdf(['One', 'Two']), 'b.pdf': makePdf(['Three']) }, 'perFile');
    expect(documents.map(({ pageContent }) => pageContent)).toEqual(['One\n\nTwo', 'Three']);
  });

  it('names a file that is damaged, cut short, or holds no text', async () => {
    const broken = { 'broken.pdf': '%PDF-1.4 and then nothing of use' };
    await expect(pdf(broken)).rejects.toMatchObject({
      code: 'NODE_FAILED',
      message: expect.stringMatching(/^"broken\.pdf": it cannot be read as a PDF: .+/),
    });
    await expect(pdf({ 'blank.pdf': makePdf(['']) })).rejects.toThrow('"blank.pdf": holds no text');
  });
});

describe('docxFile', () => {
  it('gives the text of a Word document', async () => {
    expect(await docx({ 'a.docx': makeDocx(['Opening hours', 'Nine to six']) })).toEqual([
      { pageContent: 'Opening hours\n\nNine to six', metadata: { source: 'a.docx' } },
    ]);
  });

  it('names a file that is damaged or no Word document', async () => {
    const whole = makeDocx(['Opening hours']);
    await expect(docx({ 'cut.docx': whole.subarray(0, 200) })).rejects.toThrow(
      '"cut.docx": it cannot be read as a Word document: it is no such document, or it was cut short',
    );
    await expect(docx({ 'other.docx': makeArchive({ 'a.txt': 'hello' }) })).rejects.toThrow('"other.docx"');
  });

  it('ATK-023: refuses an archive that unpacks to hundreds of megabytes, without unpacking it', async () => {
    const bomb = makeArchive({ 'word/document.xml': Buffer.alloc(210 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(docx({ 'bomb.docx': bomb })).rejects.toThrow(/"bomb\.docx".*larger than 200 MB/);
  });

  it('ATK-023: expands no entity of a document of its own', async () => {
    const document = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>before &x; after</w:t></w:r></w:p></w:body></w:document>`;
    const read = await docx({ 'x.docx': makeArchive({ 'word/document.xml': document }) }).catch(
      (error: unknown) => [{ pageContent: String(error) }],
    );
    expect(JSON.stringify(read)).not.toContain('root:');
  });
});

describe('csvFile', () => {
  const rows = 'name,town\r\n"Ada, the first",Oslo\r\nBo,"Ber\r\ngen"\r\n';

  it('gives a document for each row, all columns or one', async () => {
    const documents = await load('csvFile', 'csvFile', { 'a.csv': rows });
    expect(documents).toEqual([
      { pageContent: 'name: Ada, the first\ntown: Oslo', metadata: { source: 'a.csv', line: 1 } },
      { pageContent: 'name: Bo\ntown: Ber\r\ngen', metadata: { source: 'a.csv', line: 2 } },
    ]);
    const towns = await load('csvFile', 'csvFile', { 'a.csv': rows }, { columnName: 'town' });
    expect(towns.map(({ pageContent }) => pageContent)).toEqual(['Oslo', 'Ber\r\ngen']);
  });

  it('names the file, and its columns when the wanted one is missing', async () => {
    await expect(load('csvFile', 'csvFile', { 'a.csv': rows }, { columnName: 'city' })).rejects.toThrow(
      '"a.csv": it has no column "city"; its columns are name, town.',
    );
    await expect(load('csvFile', 'csvFile', { 'empty.csv': 'name,town\n' })).rejects.toThrow(
      '"empty.csv": it holds no row below its heading.',
    );
  });
});

describe('jsonFile', () => {
  const json = JSON.stringify({
    articles: [
      { title: 'One', body: 'First' },
      { title: 'Two', body: 'Second' },
    ],
    n: 7,
  });
  const texts = async (pointersName?: string) =>
    (await load('jsonFile', 'jsonFile', { 'a.json': json }, { pointersName })).map(
      ({ pageContent }) => pageContent,
    );

  it('gives every text, those under a property, or those at a place', async () => {
    expect(await texts()).toEqual(['One', 'First', 'Two', 'Second']);
    expect(await texts('title, body')).toEqual(['One', 'First', 'Two', 'Second']);
    expect(await texts('/title')).toEqual(['One', 'Two']);
    expect(await texts('/articles/1/body')).toEqual(['Second']);
    expect(await texts('n')).toEqual(['7']);
  });

  it('names a file that is no JSON, is nested too deep, or has nothing at the place', async () => {
    const read = (name: string, text: string) => load('jsonFile', 'jsonFile', { [name]: text });
    await expect(read('bad.json', '{"a":')).rejects.toThrow('"bad.json": it is not valid JSON');
    await expect(read('deep.json', `${'['.repeat(5000)}"x"${']'.repeat(5000)}`)).rejects.toThrow(
      '"deep.json": it is nested deeper than 64 levels',
    );
    await expect(texts('nothing')).rejects.toThrow('"a.json": it has no text under nothing.');
  });
});
