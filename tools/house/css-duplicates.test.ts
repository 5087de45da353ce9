import { describe, expect, it } from 'vitest';
import { repeatedStyleLines, repeatedStyles } from './css-duplicates.ts';

const sheet = (path: string, text: string) => ({ path, text });
const six = ['display: flex', 'gap: 8px', 'margin: 0', 'padding: 4px', 'border: 0', 'color: red'];
const rule = (selector: string, declarations: readonly string[] = six) =>
  `${selector} {\n${declarations.map((line) => `  ${line};\n`).join('')}}\n`;

describe('repeated style lines', () => {
  it('are six in a row that stand in two sheets', () => {
    const found = repeatedStyleLines([sheet('a.css', rule('.a')), sheet('b.css', rule('.b'))]);
    expect(found.lines).toBe(14);
    expect(found.repeated.map(({ path, number }) => `${path}:${number}`)).toEqual([
      ...[2, 3, 4, 5, 6, 7].map((line) => `a.css:${line}`),
      ...[2, 3, 4, 5, 6, 7].map((line) => `b.css:${line}`),
    ]);
  });

  it('are found within one sheet too', () => {
    expect(repeatedStyleLines([sheet('a.css', rule('.a') + rule('.b'))]).repeated).toHaveLength(12);
  });

  it('are not five lines', () => {
    const five = six.slice(1);
    const sheets = [sheet('a.css', rule('.a', five)), sheet('b.css', rule('.b', five))];
    expect(repeatedStyleLines(sheets).repeated).toEqual([]);
  });

  it('are seen through comments, blank lines, lone braces and other white space', () => {
    const spread = `.b {\n\n${six.map((line) => `\t${line.replace(': ', ':  ')};\n/* why\n so */\n`).join('\n')}}\n`;
    const split = `.c {\n${six.slice(0, 3).join(';\n')};\n}\n{\n${six.slice(3).join(';\n')};\n}\n`;
    for (const text of [spread, split]) {
      const found = repeatedStyleLines([sheet('a.css', rule('.a')), sheet('b.css', text)]);
      expect(found.repeated).toHaveLength(12);
    }
  });
});

describe('the share of repeated style lines', () => {
  const own = (count: number) =>
    rule(
      '.own',
      Array.from({ length: count }, (_, index) => `--n${index}: 0`),
    );
  const twice = [sheet('b.css', rule('.b')), sheet('c.css', rule('.c'))];

  it('may be three in a hundred', () => {
    expect(repeatedStyles([sheet('a.css', own(385)), ...twice])).toEqual([]);
  });

  it('may not be more, and then each stretch is named', () => {
    expect(repeatedStyles([sheet('a.css', own(380)), ...twice])).toEqual([
      'b.css:2-7 stands again elsewhere',
      'c.css:2-7 stands again elsewhere',
    ]);
  });
});
