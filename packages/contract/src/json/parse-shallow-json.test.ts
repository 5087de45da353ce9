import { describe, expect, it } from 'vitest';
import { parseShallowJson } from './parse-shallow-json.ts';

describe('JSON that somebody else wrote', () => {
  it('is what it says', () => {
    for (const value of [null, 'a', { a: [1, { b: '{"[' }] }, 'x'.repeat(500)])
      expect(parseShallowJson(JSON.stringify(value))).toEqual(value);
  });

  it('is no JSON when it is broken, nests too deep or holds too much', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const wide = `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(',')}}`;
    const justTooDeep = `${'['.repeat(65)}"${'x'.repeat(200)}"${']'.repeat(65)}`;
    for (const text of ['{', deep, justTooDeep, wide])
      expect(() => parseShallowJson(text)).toThrow(SyntaxError);
  });
});
