import { describe, expect, it } from 'vitest';
import { richTextToMarkdown } from './rich-text.ts';

describe('richTextToMarkdown', () => {
  it.each([
    ['plain {{ x }} text', 'plain {{ x }} text'],
    ['<task>{{ x }}</task>', '<task>{{ x }}</task>'],
    ['<p>one</p><p></p><p>two<br>three</p>', 'one\n\ntwo\nthree'],
    [
      '<p><span class="variable" data-type="mention" data-id="question">{{ question }}</span> </p>',
      '{{ question }}',
    ],
    ['<p><span class="variable" data-id="$flow.state.x"></span></p>', '{{ $flow.state.x }}'],
    ['<p>&lt;task&gt; a_b &amp; [1]</p>', '<task> a_b & [1]'],
    ['<p>[{"item": "abc"}]</p>', '[{"item": "abc"}]'],
    ['<h2>Head</h2><p><strong>b</strong> and <em>i</em></p>', '## Head\n\n**b** and _i_'],
    ['<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul>', '- a\n- b\n   - c'],
    ['<ol><li><p>a</p></li><li><p>b</p></li></ol>', '1. a\n2. b'],
    ['<pre><code class="language-js">if (a)\n\n\n  b</code></pre><p>x</p>', '```\nif (a)\n\n\n  b\n```\n\nx'],
    ['<blockquote><p>q</p><p>r</p></blockquote>', '> q\n> \n> r'],
    ['<p><a href="https://a.example">a</a> <code>c</code></p>', '[a](https://a.example) `c`'],
  ])('turns %s into Markdown', (html, markdown) => {
    expect(richTextToMarkdown(html)).toBe(markdown);
  });

  it('reads texts that nobody has written by hand, deep or long', () => {
    expect(richTextToMarkdown(`<p>${'<b>x'.repeat(500)}`)).toMatch(/^(?:\*\*x){48}x{400}/);
    const deep = `<p>${'<b>x'.repeat(200_000)}`;
    expect(richTextToMarkdown(deep)).toBe(deep);
    expect(richTextToMarkdown('<p>a</p>'.repeat(200_000))).toHaveLength(3 * 200_000 - 2);
  });

  it('joins text, entries and blocks as they stand', () => {
    expect(richTextToMarkdown('<p>a</p> b <p>c</p><ul><li>d</li><li></li> e</ul>f<hr>g')).toBe(
      'a\n\n b\n\nc\n\n- d\n-  e\n\nf\n\n---\n\ng',
    );
  });
});
