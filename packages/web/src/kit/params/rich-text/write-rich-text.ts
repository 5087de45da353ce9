import { indent, type RichBlock, type RichText } from './read-rich-text.ts';

type References = Pick<RichText, 'mentions' | 'bare'>;

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
const quoted = (text: string) => escaped(text).replaceAll('"', '&quot;');

/** The parts of a line that are more than text, the first kind that fits at a place wins. */
const inline =
  /(?<reference>\{\{[^{}]*\}\})|`(?<code>[^`]+)`|\*\*(?<strong>\S(?:.*?\S)?)\*\*|~~(?<struck>\S(?:.*?\S)?)~~|(?<![\p{L}\p{N}_])_(?<em>[^\s_](?:[^_]*[^\s_])?)_(?![\p{L}\p{N}_])|\[(?<words>[^[\]]+)\]\((?<href>[^()\s]+)\)/gu;

function referenceHtml(text: string, { mentions, bare }: References): string {
  const known = mentions.get(text);
  if (known !== undefined) return known;
  if (bare.has(text)) return escaped(text);
  const name = text.slice(2, -2).trim();
  const id = quoted(name);
  return `<span class="variable" data-type="mention" data-id="${id}" data-label="${id}">{{ ${escaped(name)} }}</span>`;
}

function partHtml(groups: Record<string, string | undefined>, references: References): string {
  const { reference, code, strong, struck, em, words, href } = groups;
  if (reference !== undefined) return referenceHtml(reference, references);
  if (code !== undefined) return `<code>${escaped(code)}</code>`;
  if (strong !== undefined) return `<strong>${inlineHtml(strong, references)}</strong>`;
  if (struck !== undefined) return `<s>${inlineHtml(struck, references)}</s>`;
  if (em !== undefined) return `<em>${inlineHtml(em, references)}</em>`;
  return `<a href="${quoted(href ?? '')}">${inlineHtml(words ?? '', references)}</a>`;
}

function inlineHtml(line: string, references: References): string {
  let html = '';
  let at = 0;
  for (const match of line.matchAll(inline)) {
    html += escaped(line.slice(at, match.index)) + partHtml(match.groups ?? {}, references);
    at = match.index + match[0].length;
  }
  return html + escaped(line.slice(at));
}

const entry = /^(?:-|(?<number>\d+)\.) (?<text>.*)$/;
const isSameList = (line: string, isNumbered: boolean) => {
  const match = entry.exec(line);
  return match !== null && (match.groups?.['number'] !== undefined) === isNumbered;
};

/** The list at the head of these lines, and how many of them it takes. */
function listHtml(lines: readonly string[], references: References): { html: string; taken: number } {
  const first = entry.exec(lines[0] ?? '')?.groups?.['number'];
  const isNumbered = first !== undefined;
  let html = '';
  let at = 0;
  while (at < lines.length && isSameList(lines[at] ?? '', isNumbered)) {
    const text = entry.exec(lines[at] ?? '')?.groups?.['text'] ?? '';
    const inside: string[] = [];
    at += 1;
    while (at < lines.length && lines[at]?.startsWith(indent)) {
      inside.push((lines[at] ?? '').slice(indent.length));
      at += 1;
    }
    html += `<li><p>${inlineHtml(text, references)}</p>${blocksHtml(inside, references)}</li>`;
  }
  if (!isNumbered) return { html: `<ul>${html}</ul>`, taken: at };
  const start = first === '1' ? '' : ` start="${first}"`;
  return { html: `<ol${start}>${html}</ol>`, taken: at };
}

function takeWhile(lines: readonly string[], from: number, fits: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, at) => at >= from && !fits(line));
  return lines.slice(from, end < 0 ? lines.length : end);
}

/** The block at the head of these lines, and how many of them it takes. */
function blockHtml(lines: readonly string[], references: References): { html: string; taken: number } {
  const [line = ''] = lines;
  if (line === '```') {
    const code = takeWhile(lines, 1, (one) => one !== '```');
    const html = `<pre><code>${escaped(code.join('\n'))}</code></pre>`;
    return { html, taken: Math.min(lines.length, code.length + 2) };
  }
  if (entry.test(line)) return listHtml(lines, references);
  if (line.startsWith('> ')) {
    const quote = takeWhile(lines, 0, (one) => one.startsWith('> '));
    const inside = blocksHtml(
      quote.map((one) => one.slice(2)),
      references,
    );
    return { html: `<blockquote>${inside}</blockquote>`, taken: quote.length };
  }
  if (line === '---') return { html: '<hr>', taken: 1 };
  const heading = /^(#{1,6}) (.*)$/.exec(line);
  const tag = heading ? `h${heading[1]?.length ?? 1}` : 'p';
  return { html: `<${tag}>${inlineHtml(heading?.[2] ?? line, references)}</${tag}>`, taken: 1 };
}

function blocksHtml(lines: readonly string[], references: References): string {
  let html = '';
  for (let at = 0; at < lines.length; ) {
    const block = blockHtml(lines.slice(at), references);
    html += block.html;
    at += block.taken;
  }
  return html;
}

const isAt = ({ lines }: RichBlock, all: readonly string[], from: number) =>
  lines.every((line, at) => line === all[from + at]);

/**
 * A text as it was edited, in the form that it is stored in: blocks before and after the edited ones are the bytes
 * that they were.
 */
export function writeRichText(original: RichText, text: string): string {
  const { blocks } = original;
  const lines = text.split('\n');
  let [first, from] = [0, 0];
  for (; first < blocks.length; first += 1) {
    const block = blocks[first];
    if (!block || from + block.lines.length > lines.length || !isAt(block, lines, from)) break;
    from += block.lines.length;
  }
  let [last, to] = [blocks.length, lines.length];
  for (; last > first; last -= 1) {
    const block = blocks[last - 1];
    if (!block || to - block.lines.length < from || !isAt(block, lines, to - block.lines.length)) break;
    to -= block.lines.length;
  }
  const sources = (some: readonly RichBlock[]) => some.map(({ source }) => source).join('');
  const edited = blocksHtml(lines.slice(from, to), original);
  return sources(blocks.slice(0, first)) + edited + sources(blocks.slice(last));
}
