import type { SourceDocument } from '@tendril/contract/provider/document';
import { describe, expect, it } from 'vitest';
import { makeArchive, makeDocx } from '../../testing/make-docx.ts';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';

const workbook = makeArchive({
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="People" r:id="r1"/><sheet name="Empty" r:id="r2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Name</t></si><si><r><t>Ada </t></r><r><t>L.</t></r><rPh><t>x</t></rPh></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Born</t></is></c></row><row/><row><c r="A3" t="s"><v>1</v></c><c r="B3"><f>1+1</f><v>2</v></c><c r="C3" s="1"><v>5458</v></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
});
const slide = (...paragraphs: string[]) =>
  `<p:sld xmlns:p="p" xmlns:a="a">${paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:sld>`;
const presentation = makeArchive({
  'ppt/slides/slide10.xml': slide('The end'),
  'ppt/slides/slide2.xml': slide('Title', 'Point &amp; more'),
  'ppt/slideLayouts/slideLayout1.xml': slide('Click to edit'),
});
const book = makeArchive({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
  'OEBPS/book.opf':
    '<package><manifest><item id="b" href="two.xhtml"/><item id="a" href="text/one.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
  'OEBPS/text/one.xhtml': '<html><body><h1>One</h1><p>It begins.</p></body></html>',
  'OEBPS/two.xhtml': '<html><body><p>It ends.</p></body></html>',
});

const uri = (bytes: Uint8Array, name: string) =>
  `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')},filename:${name}`;
const load = (node: string, given: Record<string, unknown>) =>
  runNode<SourceDocument[]>(node, given, testContext(), 'document');
const textsOf = (documents: readonly SourceDocument[]) => documents.map(({ pageContent }) => pageContent);

describe('files of office programs', () => {
  it('gives the sheets of a workbook with their cells in columns, and dates as dates', async () => {
    const documents = await load('microsoftExcel', { excelFile: uri(workbook, 'people.xlsx') });
    expect(textsOf(documents)).toEqual(['People\nName\t\tBorn\nAda L.\t2\t1914-12-10', 'Empty']);
    expect(documents[0]?.metadata).toMatchObject({ source: 'people.xlsx', loc: { pageNumber: 1 } });
  });

  it('gives the slides of a presentation in their order', async () => {
    const documents = await load('microsoftPowerpoint', { powerpointFile: uri(presentation, 'talk.pptx') });
    expect(textsOf(documents)).toEqual(['Title\nPoint & more', 'The end']);
  });

  it('gives the chapters of a book in the order in which they are read, or the whole', async () => {
    const given = { epubFile: uri(book, 'book.epub') };
    expect(textsOf(await load('epubFile', { ...given, usage: 'perChapter' }))).toEqual([
      'One\n\nIt begins.',
      'It ends.',
    ]);
    expect(textsOf(await load('epubFile', { ...given, usage: 'perFile' }))).toEqual([
      'One\n\nIt begins.\n\nIt ends.',
    ]);
  });

  it('gives Word files as they are read elsewhere', async () => {
    const given = { docxFile: uri(makeDocx(['Hello', 'World']), 'a.docx') };
    expect(textsOf(await load('microsoftWord', given))).toEqual(['Hello\n\nWorld']);
  });

  it('reads each file by its ending, and says which it cannot read', async () => {
    const text = (content: string, name: string) => uri(Buffer.from(content), name);
    const files = [
      text('plain', 'a.txt'),
      text('x,y\n1,2\n', 'b.csv'),
      text('{"t":{"u":"deep"}}', 'c.json'),
      text('<title>T</title><p>page</p>', 'd.html'),
      uri(presentation, 'e.pptx'),
    ];
    const documents = await load('fileLoader', { file: JSON.stringify(files), usage: 'perFile' });
    expect(textsOf(documents)).toEqual([
      'plain',
      'x: 1\ny: 2',
      'deep',
      'page',
      'Title\nPoint & more\n\nThe end',
    ]);
    const pointed = { file: text('{"a":"1","b":"2"}', 'c.json'), pointerName: 'b', usage: 'perFile' };
    expect(textsOf(await load('fileLoader', pointed))).toEqual(['2']);
    await expect(load('microsoftExcel', { excelFile: text('x', 'old.xls') })).rejects.toThrow(
      '"old.xls": files of the kind .xls cannot be read here.',
    );
  });

  it.each(['broken.xlsx', 'broken.pptx', 'broken.epub'])(
    '%s that is damaged is named with the reason',
    async (name) => {
      for (const bytes of [
        Buffer.from('not an archive at all, whatever it is called'),
        workbook.subarray(0, 300),
        makeArchive({ 'a.xml': '<a/>' }),
      ])
        await expect(load('fileLoader', { file: uri(bytes, name), usage: 'perFile' })).rejects.toMatchObject({
          code: 'NODE_FAILED',
          message: expect.stringContaining(`"${name}"`),
        });
    },
  );
});
