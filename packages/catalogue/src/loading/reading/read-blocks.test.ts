import type { Block } from '@tendril/contract/provider/block';
import { describe, expect, it } from 'vitest';
import { makeArchive, makeDocx } from '../../testing/make-docx.ts';
import { makePdf } from '../../testing/make-pdf.ts';
import { fileFormat } from './file-format.ts';
import { readBlocks } from './read-blocks.ts';

async function* once(bytes: Uint8Array) {
  yield bytes;
}

async function blocksOf(name: string, content: string | Uint8Array): Promise<Block[]> {
  const format = fileFormat(name) ?? 'text';
  const blocks: Block[] = [];
  for await (const piece of readBlocks({ name, format, content: once(Buffer.from(content)) })) {
    if (piece.problem) throw new Error(piece.problem);
    blocks.push(...piece.blocks);
  }
  return blocks;
}

const short = (blocks: readonly Block[]) =>
  blocks.map(({ kind, text, path = [] }) => [kind, text, path.join(' › ')].join('|'));

const officeRels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

describe('blocks of text formats', () => {
  it('reads markdown with its headings, lists, tables, code and lines', async () => {
    const text =
      '---\nt: x\n---\n# Leave\n\nSome **bold** [words](http://a.b).\nMore.\n\n## Days\n\n- one\n  - two\n\n| Land | Days |\n|---|--:|\n| DE | 30 |\n\n```js\nconst a = 1;\n\nb();\n```\n';
    const blocks = await blocksOf('a.md', text);
    expect(short(blocks)).toEqual([
      'heading|Leave|',
      'text|Some bold words.\nMore.|Leave',
      'heading|Days|Leave',
      'list|- one\n  - two|Leave › Days',
      'table|Land\tDays\nDE\t30|Leave › Days',
      'code|const a = 1;\n\nb();|Leave › Days',
    ]);
    expect(blocks.map(({ place }) => place.lines?.join('-'))).toEqual([
      '4-4',
      '6-7',
      '9-9',
      '11-12',
      '14-16',
      '18-22',
    ]);
  });

  it('reads a web page without its menu, head and foot', async () => {
    const html = `<title>T</title><body><nav><a href=/>Home</a><a href=/b>Other</a></nav><main><h1>Leave</h1><p>How <b>long</b> it is.</p>
      <ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul><table><tr><th>Land<th>Days<tr><td>DE<td>30</table><pre>x = 1
  y</pre><script>bad()</script></main><footer>Imprint</footer></body>`;
    const blocks = await blocksOf('a.html', html);
    expect(short(blocks)).toEqual([
      'heading|Leave|',
      'text|How long it is.|Leave',
      'list|- one\n  - inner\n- two|Leave',
      'table|Land\tDays\nDE\t30|Leave',
      'code|x = 1\n  y|Leave',
    ]);
    expect(blocks[2]?.html).toBe('<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>');
    expect(blocks[3]?.html).toBe(
      '<table><tr><th>Land</th><th>Days</th></tr><tr><td>DE</td><td>30</td></tr></table>',
    );
  });

  it('reads source code function by function, each with its comment', async () => {
    const code =
      'import os\n\n# Adds.\ndef add(a, b):\n    return a + b\n\nclass Box:\n    def size(self):\n        return 1\n';
    const blocks = await blocksOf('a.py', code);
    expect(blocks.map(({ kind, text }) => `${kind} ${text.split('\n')[0]}`)).toEqual([
      'code import os',
      'code class Box:',
    ]);
    const script = await blocksOf(
      'a.ts',
      'let first = 0;\n\nexport function one() {\n  return 1;\n}\n\nconst two = 2;\n',
    );
    expect(script.map(({ text, place }) => `${place.lines} ${text.split('\n')[0]}`)).toEqual([
      '1,2 let first = 0;',
      '3,6 export function one() {',
      '7,8 const two = 2;',
    ]);
  });

  it('reads tables of text with their header and the places of their cells', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => `n${index},"a, ${index}"`);
    const blocks = await blocksOf('a.csv', `Name,Value\n${rows.join('\n')}\n`);
    expect(blocks.map(({ place }) => place.cells)).toEqual(['A2:B201', 'A202:B401', 'A402:B451']);
    expect(blocks.every(({ text }) => text.startsWith('Name\tValue\n'))).toBe(true);
    expect(blocks[1]?.text.split('\n')[1]).toBe('n200\ta, 200');
    expect(short(await blocksOf('a.tsv', 'x\ty\n1\t2\n'))).toEqual(['table|x\ty\n1\t2|']);
  });

  it('reads JSON element by element, with pointers, and JSON Lines line by line', async () => {
    const blocks = await blocksOf('a.json', '[{"q":"Why?","a":{"t":"So","n":[1,2]}},{"q":"How?"}]');
    expect(blocks.map(({ text, place }) => [place.anchor, text])).toEqual([
      ['/0', 'q: Why?\na.t: So\na.n: 1, 2'],
      ['/1', 'q: How?'],
    ]);
    const lines = await blocksOf('a.jsonl', '{"a":1}\n\n{"a":2}\n');
    expect(lines.map(({ text, place }) => [place.lines?.[0], text])).toEqual([
      [1, 'a: 1'],
      [3, 'a: 2'],
    ]);
  });

  it('reads a message with its attachments, and theirs, but no deeper', async () => {
    const inner = 'From: c@d.test\r\nSubject: Inner\r\n\r\nWords inside.';
    const mail = [
      'From: Ada <a@b.test>\r\nTo: c@d.test\r\nSubject: Plan\r\nContent-Type: multipart/mixed; boundary=x\r\n',
      '--x\r\nContent-Type: text/html\r\n\r\n<h2>Today</h2><p>We meet.</p>',
      '--x\r\nContent-Type: text/csv; name=t.csv\r\nContent-Disposition: attachment; filename=t.csv\r\n\r\na,b\r\n1,2',
      `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=in.eml\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(inner).toString('base64')}`,
      '--x--\r\n',
    ].join('\r\n');
    const blocks = await blocksOf('m.eml', mail);
    expect(short(blocks)).toEqual([
      'heading|Plan|',
      'text|From: Ada <a@b.test>\nTo: c@d.test|Plan',
      'heading|Today|Plan',
      'text|We meet.|Plan › Today',
      'table|a\tb\n1\t2|Plan › t.csv',
      'heading|Inner|Plan › in.eml',
      'text|From: c@d.test|Plan › in.eml › Inner',
      'text|Words inside.|Plan › in.eml › Inner',
    ]);
    expect(blocks.at(-1)?.place.anchor).toBe('in.eml');
    const box = await blocksOf(
      'all.mbox',
      `From x\n${inner}\n\nFrom y\n${inner.replaceAll('Inner', 'Next')}\n`,
    );
    expect(box.filter(({ kind }) => kind === 'heading').map(({ text }) => text)).toEqual(['Inner', 'Next']);
  });
});

describe('blocks of office formats', () => {
  it('reads a Word document by its styles', async () => {
    const paragraph = (text: string, style = '') =>
      `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const plain = makeDocx(['x']);
    expect(short(await blocksOf('a.docx', plain))).toEqual(['text|x|']);
    const styled = makeDocx([
      `x</w:t></w:r></w:p>${paragraph('Leave', 'Heading1')}${paragraph('Words of it.')}<w:tbl><w:tr>${cell('Land')}${cell('Days')}</w:tr><w:tr>${cell('DE')}${cell('30')}</w:tr></w:tbl><w:p><w:r><w:t>y`,
    ]);
    expect(short(await blocksOf('a.docx', styled))).toEqual([
      'text|x|',
      'heading|Leave|',
      'text|Words of it.|Leave',
      'table|Land\tDays\nDE\t30|Leave',
      'text|y|Leave',
    ]);
  });

  it('reads the sheets of a workbook as tables with the places of their cells', async () => {
    const book = makeArchive({
      'xl/workbook.xml': `<workbook xmlns:r="${officeRels}"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${officeRels}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/sharedStrings.xml':
        '<sst><si><t>Name</t></si><si><r><t>Ada </t></r><r><t>L.</t></r><rPh><t>x</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>All people</t></is></c></row><row r="2"/><row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="inlineStr"><is><t>Born</t></is></c></row><row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><f>1+1</f><v>2</v></c><c r="C4" s="1"><v>5458</v></c></row></sheetData></worksheet>',
    });
    const blocks = await blocksOf('a.xlsx', book);
    expect(short(blocks)).toEqual([
      'heading|People|',
      'table|All people|People',
      'table|Name\t\tBorn\nAda L.\t2\t1914-12-10|People',
    ]);
    expect(blocks[2]?.place).toEqual({ sheet: 'People', cells: 'A4:C4' });
  });

  it('reads slides in the order in which they are shown, with titles, tables and notes', async () => {
    const shape = (kind: string, ...texts: string[]) =>
      `<p:sp><p:nvPr><p:ph type="${kind}"/></p:nvPr><p:txBody>${texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
    const cell = (text: string) =>
      `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const slide = (content: string) => `<p:sld xmlns:p="p" xmlns:a="a">${content}</p:sld>`;
    const deck = makeArchive({
      'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="${officeRels}"><p:sldIdLst><p:sldId id="1" r:id="r2"/><p:sldId id="2" r:id="r1"/></p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="r1" Target="slides/slide1.xml"/><Relationship Id="r2" Target="slides/slide2.xml"/></Relationships>',
      'ppt/slides/slide1.xml': slide(
        `${shape('body', 'Second')}<a:tbl><a:tr>${cell('x')}${cell('y')}</a:tr><a:tr>${cell('1')}${cell('2')}</a:tr></a:tbl>${shape('sldNum', '7')}`,
      ),
      'ppt/slides/slide2.xml': slide(
        `${shape('body', 'Point &amp; more', 'Next')}${shape('title', 'First')}`,
      ),
      'ppt/slides/_rels/slide2.xml.rels': `<Relationships><Relationship Id="n" Type="${officeRels}/notesSlide" Target="../notesSlides/notesSlide1.xml"/></Relationships>`,
      'ppt/notesSlides/notesSlide1.xml': slide(shape('body', 'Say hello.')),
    });
    const blocks = await blocksOf('a.pptx', deck);
    expect(blocks.map(({ kind, text, place }) => `${place.slide} ${kind} ${text}`)).toEqual([
      '1 heading First',
      '1 list Point & more\nNext',
      '1 text Say hello.',
      '2 text Second',
      '2 table x\ty\n1\t2',
    ]);
  });

  it('reads OpenDocument texts and sheets', async () => {
    const odt = makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml':
        '<o:doc xmlns:o="o" xmlns:text="t" xmlns:table="b"><text:h text:outline-level="1">Leave</text:h><text:p>Some<text:s text:c="2"/>words<text:line-break/>here.</text:p><text:list><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></o:doc>',
    });
    expect(short(await blocksOf('a.odt', odt))).toEqual([
      'heading|Leave|',
      'text|Some words here.|Leave',
      'list|- one\n- two|Leave',
      'table|a\tb|Leave',
    ]);
    const cells = (...texts: string[]) =>
      texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('');
    const ods = makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<o:doc xmlns:o="o" xmlns:text="t" xmlns:table="b"><table:table table:name="Days"><table:table-row>${cells('Land', 'Days')}<table:table-cell table:number-columns-repeated="16382"/></table:table-row><table:table-row>${cells('DE', '30')}</table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></o:doc>`,
    });
    const blocks = await blocksOf('a.ods', ods);
    expect(short(blocks)).toEqual(['heading|Days|', 'table|Land\tDays\nDE\t30|Days']);
    expect(blocks[1]?.place).toEqual({ sheet: 'Days', cells: 'A2:B2' });
  });

  it('reads the chapters of a book in their order', async () => {
    const book = makeArchive({
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
      'OEBPS/book.opf':
        '<package><manifest><item id="b" href="two.xhtml"/><item id="a" href="text/one%20.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OEBPS/text/one .xhtml': '<html><body><h1>One</h1><p>It begins.</p></body></html>',
      'OEBPS/two.xhtml': '<html><body><p>It ends.</p></body></html>',
    });
    const blocks = await blocksOf('a.epub', book);
    expect(short(blocks)).toEqual(['heading|One|', 'text|It begins.|One', 'text|It ends.|One']);
    expect(blocks[2]?.place.anchor).toBe('OEBPS/two.xhtml#1');
  });

  it('reads a PDF with the boxes of its lines', async () => {
    const blocks = await blocksOf(
      'a.pdf',
      makePdf([
        [
          { text: 'Leave', x: 50, y: 700, size: 24 },
          { text: 'Words of the first line of a text that is', x: 50, y: 660 },
          { text: 'going on in the second one.', x: 50, y: 645 },
        ],
      ]),
    );
    expect(short(blocks)).toEqual([
      'heading|Leave|',
      'text|Words of the first line of a text that is going on in the second one.|Leave',
    ]);
    expect(blocks[1]?.place.boxes).toHaveLength(2);
    expect(blocks[0]?.place).toMatchObject({ page: 1 });
  });
});

it.each(['text.txt', 'table.csv', 'page.html'])('%s without any text says so', async (name) => {
  await expect(blocksOf(name, ' \n ')).rejects.toThrow('it holds no text');
});
