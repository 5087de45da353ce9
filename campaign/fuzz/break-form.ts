import { strayPaths } from './broken-values.ts';
import type { Draw } from './draw.ts';
import type { FuzzCall } from './fuzz-call.ts';

const boundary = 'a-boundary-of-the-fuzzer';
const line = '\r\n';

interface Part {
  readonly disposition: string;
  readonly type?: string;
  readonly content: string;
}

const part = ({ disposition, type, content }: Part) =>
  [
    `--${boundary}`,
    `Content-Disposition: ${disposition}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    '',
    content,
    '',
  ].join(line);
const file = (name: string, content = 'Some words.', type = 'text/plain'): Part => ({
  disposition: `form-data; name="files"; filename="${name}"`,
  type,
  content,
});
const form = (parts: readonly Part[]) => `${parts.map(part).join('')}--${boundary}--${line}`;

/** Forms that no browser sends, by what is wrong with them. */
const forms: readonly [string, (draw: Draw) => string][] = [
  ['path as name', (draw) => form([file(draw.pick(strayPaths).replaceAll('"', ''))])],
  [
    'name in UTF-8',
    () => form([{ disposition: `form-data; name="files"; filename*=UTF-8''..%2f..%2fx.txt`, content: 'x' }]),
  ],
  [
    'two names',
    () =>
      form([{ disposition: 'form-data; name="files"; filename="a.txt"; filename="../b.txt"', content: 'x' }]),
  ],
  ['no name', () => form([{ disposition: 'form-data', content: 'x' }])],
  ['empty name', () => form([{ disposition: 'form-data; name=""; filename=""', content: 'x' }])],
  ['long name', () => form([file('n'.repeat(3000))])],
  ['strange name', () => form([file('\u202ecod.exe\u0001😀.txt')])],
  [
    'proto field',
    () =>
      form([
        { disposition: 'form-data; name="__proto__"', content: 'x' },
        { disposition: 'form-data; name="constructor"', content: 'x' },
      ]),
  ],
  [
    'many fields',
    () =>
      form(
        Array.from({ length: 2000 }, (_, at) => ({ disposition: `form-data; name="f${at}"`, content: 'x' })),
      ),
  ],
  ['many files', () => form(Array.from({ length: 300 }, (_, at) => file(`f${at}.txt`)))],
  ['disguised', () => form([file('x.pdf', '<html><script>alert(1)</script>', 'application/pdf')])],
  ['program', () => form([file('x.js', 'process.exit()', 'application/pdf')])],
  ['drawing', () => form([file('x.svg', '<svg onload="alert(1)"/>', 'image/svg+xml')])],
  [
    'entities',
    () =>
      form([file('x.xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', 'text/xml')]),
  ],
  ['empty file', () => form([file('empty.txt', '')])],
  ['binary', () => form([file('x.bin', '\u0000\u0001\u0002'.repeat(1000), 'application/octet-stream')])],
  [
    'broken archive',
    () =>
      form([
        file(
          'x.docx',
          'PK\u0003\u0004broken',
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        ),
      ]),
  ],
  ['broken PDF', () => form([file('x.pdf', '%PDF-1.7 broken', 'application/pdf')])],
  ['no end', () => form([file('a.txt')]).slice(0, -8)],
  ['cut short', (draw) => form([file('a.txt')]).slice(0, draw.below(120))],
  [
    'form in a form',
    () =>
      form([
        {
          disposition: 'form-data; name="files"',
          type: 'multipart/mixed; boundary=b',
          content: `--b${line}${line}x${line}--b--`,
        },
      ]),
  ],
  ['header without end', () => `--${boundary}${line}${'X-Long: y'.repeat(5000)}`],
  ['nothing', () => ''],
];

/** The call with a form that is broken. */
export function breakForm(call: FuzzCall, draw: Draw): FuzzCall {
  const [name, make] = draw.pick(forms);
  return {
    ...call,
    headers: { ...call.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: make(draw),
    breakage: `form: ${name}`,
  };
}
