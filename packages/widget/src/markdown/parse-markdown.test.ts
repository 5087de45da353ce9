import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Inline } from './markdown-tree.ts';
import { parseMarkdown } from './parse-markdown.ts';

const line = (text: string, sources = 0): Inline[] => {
  const [block] = parseMarkdown(text, sources);
  return block?.type === 'paragraph' ? block.children : [];
};
const text = (words: string) => ({ type: 'text', text: words });

describe('marks in a line', () => {
  it('reads bold, italic, struck and code', () => {
    expect(line('a **b _c_** ~~d~~ `e*` f')).toEqual([
      text('a '),
      { type: 'strong', children: [text('b '), { type: 'em', children: [text('c')] }] },
      text(' '),
      { type: 'del', children: [text('d')] },
      text(' '),
      { type: 'code', text: 'e*' },
      text(' f'),
    ]);
  });

  it('leaves names, sums and marks without a partner as they are', () => {
    for (const words of ['snake_case_name', '2 * 3 * 4', '**never closed', 'a ` b', '5 < 6 > 4'])
      expect(line(words)).toEqual([text(words)]);
    expect(line(String.raw`\*plain\*`)).toEqual([text('*plain*')]);
  });

  it('leads to http, https and mail addresses only', () => {
    expect(line('[Site](https://a.example/b "t") and https://c.example/d.')).toEqual([
      { type: 'link', href: 'https://a.example/b', children: [text('Site')] },
      text(' and '),
      { type: 'link', href: 'https://c.example/d', children: [text('https://c.example/d')] },
      text('.'),
    ]);
    expect(line('<mailto:a@b.example>')).toEqual([
      { type: 'link', href: 'mailto:a@b.example', children: [text('a@b.example')] },
    ]);
    for (const address of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/relative',
      'java\u0000script:x',
      ' javascript:alert(1)',
    ])
      expect(JSON.stringify(line(`[x](${address})`)), address).not.toContain('"link"');
  });

  it('shows a picture as a link, so that nothing is loaded', () => {
    expect(line('![A cat](https://pictures.example/cat.png)')).toEqual([
      { type: 'link', href: 'https://pictures.example/cat.png', children: [text('A cat')] },
    ]);
  });

  it('keeps HTML as text', () => {
    const html = '<img src=x onerror=alert(1)> <script>alert(1)</script>';
    expect(line(html)).toEqual([text(html)]);
  });

  it('turns [2] into a citation where there are that many sources', () => {
    expect(line('So [2], not [3].', 2)).toEqual([
      text('So '),
      { type: 'cite', number: 2 },
      text(', not [3].'),
    ]);
  });

  it('breaks lines where the model did', () => {
    expect(line('a\nb')).toEqual([text('a'), { type: 'break' }, text('b')]);
  });
});

describe('blocks', () => {
  it('reads headings, rules, quotes and fenced code', () => {
    const blocks = parseMarkdown('## Title\n\n---\n> said\n> twice\n```js\nlet a = "**";\n```\nend');
    expect(blocks).toEqual([
      { type: 'heading', level: 2, children: [text('Title')] },
      { type: 'rule' },
      {
        type: 'quote',
        children: [{ type: 'paragraph', children: [text('said'), { type: 'break' }, text('twice')] }],
      },
      { type: 'code', text: 'let a = "**";' },
      { type: 'paragraph', children: [text('end')] },
    ]);
  });

  it('reads code that is still being written', () => {
    expect(parseMarkdown('```\nhalf')).toEqual([{ type: 'code', text: 'half' }]);
  });

  it('reads lists within lists, with what belongs to an item', () => {
    const [list] = parseMarkdown('3. one\n   more\n\n   - deep\n   - deeper\n4. two');
    expect(list).toMatchObject({ type: 'list', start: 3 });
    const items = (list as Extract<Block, { type: 'list' }>).items;
    expect(items).toHaveLength(2);
    expect(items[0]?.map(({ type }) => type)).toEqual(['paragraph', 'list']);
  });

  it('reads a table with its sides', () => {
    const [table] = parseMarkdown('| a | b |\n|:--|--:|\n| 1 | x \\| y |\nafter');
    expect(table).toEqual({
      type: 'table',
      align: ['left', 'right'],
      rows: [
        [[text('a')], [text('b')]],
        [[text('1')], [text('x | y')]],
      ],
    });
  });

  it('takes any text whatever, keeps its plain words and makes no address that is not safe', () => {
    const piece = fc.constantFrom(
      '**',
      '_',
      '`',
      '```',
      '[',
      '](',
      ')',
      '> ',
      '- ',
      '1. ',
      '|',
      '\n',
      'x',
      ' ',
      '<',
      '#',
      'https://a.b',
      'javascript:',
      '\\',
      '~~',
      '---',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const tree = JSON.stringify(parseMarkdown(pieces.join(''), 3));
        for (const [, href] of tree.matchAll(/"href":"([^"]*)"/g)) expect(href).toMatch(/^(https?:|mailto:)/);
      }),
    );
  });

  it.each(['**a ', '[', '`', '> ', '- ', '*a_b', '[a](', '_a *b ', '![', '|', '\\'])(
    'reads 40,000 times %j without getting lost',
    (piece) => {
      expect(parseMarkdown(piece.repeat(40_000)).length).toBeGreaterThan(0);
    },
  );
});
