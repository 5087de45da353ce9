import type { TextSplitter } from '@tendril/contract/provider/retrieval';
import { describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { htmlToMarkdown } from '../../text/html-to-markdown.ts';

async function pieces(name: string, given: Record<string, unknown>, pageContent: string): Promise<string[]> {
  const splitter = await runNode<TextSplitter>(name, { chunkOverlap: 0, ...given }, testContext());
  const split = await splitter.split([{ pageContent, metadata: { source: 's' } }]);
  expect(split.every(({ metadata }) => metadata['source'] === 's')).toBe(true);
  return split.map((piece) => piece.pageContent);
}

const notes = '# Cats\nThey purr.\n## Food\nFish.\n```\n# no heading\n```\n# Dogs\nThey bark.';
const page =
  '<html><head><title>x</title></head><body><h1>Cats</h1><p>They <b>purr</b> and <a href="/z">sleep</a>.</p><ul><li>fish</li><li>milk</li></ul><script>bad()</script></body></html>';

describe('text splitters', () => {
  it.each([
    ['characterTextSplitter', { chunkSize: 8, separator: '|' }, 'one|two|three', ['one|two', 'three']],
    ['characterTextSplitter', { chunkSize: 4, separator: '\\n' }, 'one\ntwo', ['one', 'two']],
    [
      'markdownTextSplitter',
      { chunkSize: 20 },
      '# One\n\ntext a\n\n## Two\n\ntext b',
      ['# One\n\ntext a', '## Two\n\ntext b'],
    ],
    [
      'markdownTextSplitter',
      { splitByHeaders: 'h1' },
      notes,
      ['# Cats\nThey purr.\n## Food\nFish.\n```\n# no heading\n```', '# Dogs\nThey bark.'],
    ],
    [
      'codeTextSplitter',
      { language: 'python', chunkSize: 24 },
      'def a():\n  return 1\ndef b():\n  return 2',
      ['def a():\n  return 1', 'def b():\n  return 2'],
    ],
    [
      'codeTextSplitter',
      { language: 'kotlin', chunkSize: 16 },
      'fun a() = 1\nfun b() = 2',
      ['fun a() = 1', 'fun b() = 2'],
    ],
    [
      'codeTextSplitter',
      { language: 'c', chunkSize: 16 },
      'int a = 1;\nint b = 2;',
      ['int a = 1;', 'int b = 2;'],
    ],
    [
      'tokenTextSplitter',
      { encodingName: 'gpt2', chunkSize: 3 },
      'one two three four five',
      ['one two three', ' four five'],
    ],
    [
      'tokenTextSplitter',
      { encodingName: 'cl100k_base', chunkSize: 2 },
      'one two three',
      ['one two', ' three'],
    ],
    [
      'htmlToMarkdownTextSplitter',
      { chunkSize: 45 },
      page,
      ['# Cats\n\nThey **purr** and [sleep](/z).', '- fish\n- milk'],
    ],
  ])('%s %o', async (name, given, text, expected) => {
    expect(await pieces(name, given, text)).toEqual(expected);
  });

  it.each([
    'characterTextSplitter',
    'markdownTextSplitter',
    'codeTextSplitter',
    'tokenTextSplitter',
    'htmlToMarkdownTextSplitter',
  ])('%s refuses an overlap as large as its pieces', async (name) => {
    const given = { chunkSize: 10, chunkOverlap: 10, language: 'js' };
    await expect(runNode(name, given, testContext())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('keeps tables, code, quotes and numbered lists of a page as markdown', () => {
    const html =
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2|3</td></tr></table><pre>x\n  y</pre><blockquote>said</blockquote><ol><li>one<li>two</ol>';
    expect(htmlToMarkdown(html)).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2\\|3 |\n\n```\nx\n  y\n```\n\n> said\n\n1. one\n2. two',
    );
  });

  it('counts the tokens of a run of a hundred thousand letters without stalling', async () => {
    const given = { encodingName: 'cl100k_base', chunkSize: 50_000 };
    expect((await pieces('tokenTextSplitter', given, 'a'.repeat(100_000))).join('')).toHaveLength(100_000);
  });

  it('survives a page of ten thousand nested elements', () => {
    expect(htmlToMarkdown(`${'<div>'.repeat(10_000)}deep`)).toBe('');
  });
});
