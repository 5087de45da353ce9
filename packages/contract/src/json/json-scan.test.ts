import { describe, expect, it } from 'vitest';
import { JsonScan, maxDepth, maxFields } from './json-scan.ts';

/** What the scan says of a text that comes in parts of so many bytes. */
function judge(text: string, size = text.length, most = 1000): string {
  const scan = new JsonScan('', most);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const refusal = scan.take(bytes.subarray(at, at + size));
    if (refusal) return refusal.message;
  }
  return '';
}

describe('looking at JSON before it is parsed', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const fields = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`;

  it.each([
    ['what only looks like marks, in a text', `{"a\\"{":"${'[{,:'.repeat(500)}\\\\"}`, ''],
    ['the deepest that is taken', deep(maxDepth), ''],
    ['one level more', deep(maxDepth + 1), 'body: must not nest deeper than 64 levels'],
    ['many values', `[${'1,'.repeat(1000)}1]`, 'body: must not hold more than 1000 values'],
    ['many empty lists', `[${'[]'.repeat(1000)}]`, 'body: must not hold more than 1000 values'],
    ['more ends than beginnings', `${']'.repeat(100)}[]`, ''],
  ])('says the same of %s, in whatever parts it comes', (_name, text, expected) => {
    for (const size of [text.length, 1, 2, 3, 7]) expect(judge(text, size)).toBe(expected);
  });

  it('counts the fields of one object, not of all', () => {
    const most = 4_000_000;
    expect(judge(`[${fields(maxFields)},${fields(maxFields)}]`, 4096, most)).toBe('');
    expect(judge(fields(maxFields + 1), 4096, most)).toContain('more than 50000 fields');
  });
});
