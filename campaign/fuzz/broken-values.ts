import fc from 'fast-check';
import type { Draw } from './draw.ts';

const deep = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Paths that lead out of a folder, in every way of writing them. */
export const strayPaths: readonly string[] = [
  '../../../../etc/passwd',
  '..\\..\\x',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%252e%252e%252f',
  '..;/x',
  '....//....//etc',
  '/etc/passwd',
  'C:\\x',
  'a%00b',
  'CON',
  '.',
  '..',
  'x/../../y',
  'file:///etc/passwd',
];

const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202eexe.txt',
  '\ufeff',
  '😀'.repeat(50),
  'é'.normalize('NFD'),
  '\r\nset-cookie: a=b',
  '\u001b[31mred\u001b[0m',
  '{"level":60,"msg":"forged"}',
  "' or '1'='1",
  "'; select pg_sleep(5)--",
  '%',
  '_',
  '%_%',
  '\\',
  '"',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '{{ $vars.__proto__ }}',
  '${process.env.HOME}',
  '=HYPERLINK("http://x")',
  'http://127.0.0.1:9999/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:127.0.0.1]/',
  'FILE-STORAGE::["../../x"]',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'undefined',
  'null',
  '-1',
  '1e999',
  '9'.repeat(400),
  `${'a'.repeat(40)}!`,
  'x'.repeat(20_000),
  'x'.repeat(300_000),
];

const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 31,
  2 ** 63,
  5e-324,
  [],
  [null],
  [[]],
  {},
  { $ne: null },
  { $gt: '' },
  { $where: 'sleep(5000)' },
  { constructor: { prototype: { polluted: 'yes' } } },
  JSON.parse('{"__proto__":{"polluted":"yes"}}'),
  JSON.parse('{"then":"x","toJSON":"x"}'),
  { length: 1e9 },
  deep(20),
  deep(63),
  Array.from({ length: 2000 }, () => 0),
];

const anyText = fc.string({ unit: 'binary', maxLength: 200 });
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
  anyText,
  fc.double(),
  fc.maxSafeInteger(),
);

/** A value that hardly any field takes, or takes with a surprise. */
export function drawBroken(draw: Draw): unknown {
  const kind = draw.number();
  if (kind < 0.45) return draw.pick(texts);
  if (kind < 0.75) return draw.pick(others);
  if (kind < 0.85) return draw.pick(strayPaths);
  return draw.value(anything);
}

/** Text that hardly any parameter takes. */
export function drawBrokenText(draw: Draw): string {
  return draw.chance(0.6) ? draw.pick(texts) : draw.chance(0.5) ? draw.pick(strayPaths) : draw.value(anyText);
}
