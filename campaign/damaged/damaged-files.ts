import { damaged } from '@tendril/catalogue/testing/corpus/damage';
import { makeOfficeFiles } from '@tendril/catalogue/testing/corpus/make-office-files';
import { makeArchive } from '@tendril/catalogue/testing/make-docx';

interface DamagedFile {
  name: string;
  content: Buffer;
}

const text = 'The harbour of Lisbon – opened in 1887 – has “seven” cranes.\n\n';
const files: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    Object.entries(makeOfficeFiles(1)).map(([name, content]) => [name.slice('made.'.length), content]),
  ),
  md: Buffer.from(`# Harbours\n\n${text.repeat(20)}`),
  txt: Buffer.from(text.repeat(40)),
};

/** The endings of the formats. */
export const damagedFormats: readonly string[] = Object.keys(files);

const deep = 50_000;
let zeros: Buffer | undefined;

/** A small archive with a part of 300 MB. */
function archiveBomb(): Buffer {
  zeros ??= makeArchive({
    ...{ 'word/document.xml': Buffer.alloc(300 * 1024 * 1024), 'content.xml': '<a/>' },
    ...{ 'xl/workbook.xml': '<workbook/>', 'META-INF/container.xml': '<container/>' },
  });
  return zeros;
}

/** Small files that are meant to take all memory, all time or the whole stack. */
const bombs: Readonly<Record<string, () => string>> = {
  html: () => '<div>'.repeat(deep),
  json: () => '['.repeat(deep),
  jsonl: () => `{"a":${'['.repeat(deep)}`,
  csv: () => ','.repeat(1_000_000),
  md: () => `${'> '.repeat(deep)}x\n${'* '.repeat(deep)}\n${'['.repeat(deep)}`,
  txt: () => '\0'.repeat(1_000_000),
  eml: () =>
    Array.from(
      { length: 2000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join(''),
  pdf: () => `%PDF-1.7\n1 0 obj\n${'<<'.repeat(deep)}\nendobj\n2 0 obj\n${'['.repeat(deep)}`,
};

const encodings: readonly ((content: Buffer) => Buffer)[] = [
  (content) => Buffer.from(content.toString('latin1'), 'utf16le'),
  (content) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(content.toString(), 'utf16le')]),
  (content) =>
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(content.toString(), 'utf16le').swap16()]),
  (content) => Buffer.from(content.toString(), 'latin1'),
  (content) => Buffer.from(content.toString('base64')),
];

/** One file of a format: cut, overwritten, a bomb, of another format than its name says, or in another encoding. */
export function makeDamaged(format: string, number: number): DamagedFile {
  const content = files[format] ?? Buffer.alloc(0);
  const name = `${format}/${number}.${format}`;
  if (number % 25 === 20) return { name, content: Buffer.from(bombs[format]?.() ?? archiveBomb()) };
  if (number % 5 === 3) {
    const other =
      damagedFormats[(damagedFormats.indexOf(format) + 1 + number) % damagedFormats.length] ?? 'txt';
    return { name, content: files[other] ?? content };
  }
  if (number % 10 === 6) {
    const encode = encodings[Math.floor(number / 10) % encodings.length];
    return { name, content: encode?.(content) ?? content };
  }
  return { name, content: damaged(content, number) };
}
