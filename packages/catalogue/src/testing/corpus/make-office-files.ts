import { makeArchive, makeDocx } from '../make-docx.ts';
import { makePdf } from '../make-pdf.ts';
import { makeSentence, makeWord, seeded } from './seeded-words.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The bytes of a workbook with one sheet, called S. */
export function makeXlsx(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const lines = rows
    .map((cells, index) => `<row r="${index + 1}">${cells.map(cell).join('')}</row>`)
    .join('');
  return makeArchive({
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${lines}</sheetData></worksheet>`,
  });
}

function makePptx(slides: readonly (readonly string[])[]): Buffer {
  const shape = (text: string, index: number) =>
    `<p:sp><p:nvPr><p:ph type="${index === 0 ? 'title' : 'body'}"/></p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`;
  return makeArchive(
    Object.fromEntries(
      slides.map((texts, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `<p:sld xmlns:p="p" xmlns:a="a">${texts.map(shape).join('')}</p:sld>`,
      ]),
    ),
  );
}

function makeOdf(kind: 'text' | 'spreadsheet', content: string): Buffer {
  return makeArchive({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<o:document xmlns:o="o" xmlns:text="t" xmlns:table="b">${content}</o:document>`,
  });
}

function makeEpub(chapters: readonly string[]): Buffer {
  const items = chapters.map((_, index) => `<item id="c${index}" href="c${index}.xhtml"/>`).join('');
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('');
  return makeArchive({
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    'b.opf': `<package><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((text, index) => [`c${index}.xhtml`, `<html><body>${text}</body></html>`]),
    ),
  });
}

/** A file of each format that people bring, with made-up words in it, by its name; `scale` times as much as it needs. */
export function makeOfficeFiles(seed: number, scale = 1): Record<string, Buffer> {
  const random = seeded(seed);
  const sentences = (count: number) => Array.from({ length: count * scale }, () => makeSentence(random));
  const rows = Array.from({ length: 20 * scale }, () => [makeWord(random), makeWord(random), '12']);
  const body = sentences(20)
    .map((text) => `<p>${text}</p>`)
    .join('');
  const mail = `From: a@b.test\r\nSubject: ${makeWord(random)}\r\nContent-Type: multipart/mixed; boundary=xx\r\n\r\n--xx\r\n\r\n${sentences(5).join('\r\n')}\r\n--xx\r\nContent-Disposition: attachment; filename=t.csv\r\n\r\na,b\r\n1,2\r\n--xx--\r\n`;
  return {
    'made.pdf': makePdf(sentences(4)),
    'made.docx': makeDocx(sentences(10)),
    'made.xlsx': makeXlsx(rows),
    'made.pptx': makePptx([sentences(3), sentences(2)]),
    'made.odt': makeOdf(
      'text',
      sentences(8)
        .map((text) => `<text:p>${text}</text:p>`)
        .join(''),
    ),
    'made.ods': makeOdf(
      'spreadsheet',
      `<table:table table:name="S">${rows.map((cells) => `<table:table-row>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`,
    ),
    'made.epub': makeEpub([body, body]),
    'made.html': Buffer.from(`<html><body><main><h1>T</h1>${body}</main></body></html>`),
    'made.csv': Buffer.from(rows.map((cells) => cells.join(',')).join('\n')),
    'made.json': Buffer.from(JSON.stringify(rows)),
    'made.jsonl': Buffer.from(rows.map((cells) => JSON.stringify(cells)).join('\n')),
    'made.eml': Buffer.from(mail),
  };
}
