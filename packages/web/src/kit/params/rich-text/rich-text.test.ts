import { describe, expect, it } from 'vitest';
import { editedText, readRichText } from './read-rich-text.ts';
import { writeRichText } from './write-rich-text.ts';

const mention = (name: string) =>
  `<span class="variable" data-type="mention" data-id="${name}" data-label="${name}">{{ ${name} }}</span>`;

const stored = [
  `<p>Given the question: ${mention('question')} </p>`,
  '<p></p>',
  '<p><strong>Rules</strong>: say &lt;none&gt; if <em>nothing</em> fits &amp; stop.</p>',
  '<ul><li><p>one</p></li><li><p>two</p><ul><li><p>inner</p></li></ul></li></ul>',
  '<p>{{$iteration.item}}</p>',
].join('');

const edited = (html: string, change: (text: string) => string) => {
  const rich = readRichText(html)!;
  return writeRichText(rich, change(editedText(rich)));
};

describe('a text that a rich editor has stored', () => {
  it('is edited as lines with marks and references, and unchanged is the bytes that it was', () => {
    expect(editedText(readRichText(stored)!).split('\n')).toEqual([
      'Given the question: {{ question }} ',
      '',
      '**Rules**: say <none> if _nothing_ fits & stop.',
      '- one',
      '- two',
      '   - inner',
      '{{$iteration.item}}',
    ]);
    expect(edited(stored, (text) => text)).toBe(stored);
  });

  it('changes in the block that was edited alone, with references in the form they had', () => {
    const after = edited(stored, (text) => text.replace('Given the', 'For the'));
    expect(after).toBe(stored.replace('Given the', 'For the'));
    const added = edited(stored, (text) => `${text}\nAnd {{ $flow.state.a }}, {{$iteration.item}}.`);
    expect(added).toBe(`${stored}<p>And ${mention('$flow.state.a')}, {{$iteration.item}}.</p>`);
  });

  it('gets bold words, lists and headings in the form that such editors write', () => {
    const text = '# Do\n- **now** `x`\n- later\n1. a\n2. b\n> quoted\n```\n**as it is**\n```';
    expect(edited('<p></p>', () => text)).toBe(
      '<h1>Do</h1><ul><li><p><strong>now</strong> <code>x</code></p></li><li><p>later</p></li></ul>' +
        '<ol><li><p>a</p></li><li><p>b</p></li></ol><blockquote><p>quoted</p></blockquote>' +
        '<pre><code>**as it is**</code></pre>',
    );
    const again = readRichText(edited('<p></p>', () => text))!;
    expect(editedText(again)).toBe(text);
  });

  it('takes names with underscores and markup that was typed as they are', () => {
    const html = edited('<p></p>', () => 'a_b_c and <b>2 * 3 ** 4</b> {{ llmAgentflow_0 }}');
    expect(html).toBe(`<p>a_b_c and &lt;b&gt;2 * 3 ** 4&lt;/b&gt; ${mention('llmAgentflow_0')}</p>`);
  });

  it('is left to be edited as stored where it holds what has no plain form, and plain text is none', () => {
    expect(readRichText('<p>a</p><table><tbody><tr><td>1</td></tr></tbody></table>')).toBeUndefined();
    expect(readRichText('<p>a <img src="x"></p>')).toBeUndefined();
    expect(readRichText('You said: {{question}}')).toBeUndefined();
  });
});
