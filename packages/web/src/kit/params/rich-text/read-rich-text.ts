/** A block of a stored text: its HTML as it is stored, and the lines it is edited as. */
export interface RichBlock {
  source: string;
  lines: readonly string[];
}

/** A text that the rich editor of another tool has stored, as it is edited here. */
export interface RichText {
  blocks: readonly RichBlock[];
  /** References that stand in an element of their own, by their text. */
  mentions: ReadonlyMap<string, string>;
  /** References that stand as plain text. */
  bare: ReadonlySet<string>;
}

/** What such an editor writes begins with a block; runs read it by the same rule. */
const begins = /^\s*<(p|h[1-6]|ul|ol|pre|blockquote|hr)\b[^>]*>/i;
const references = /\{\{[^{}]*\}\}/g;
const marks: Readonly<Record<string, string>> = {
  STRONG: '**',
  B: '**',
  EM: '_',
  I: '_',
  S: '~~',
  DEL: '~~',
  CODE: '`',
};
/** Lines below the first of a list's entry. */
export const indent = '   ';

/** Thrown on what has no plain form, such as a table. */
class Unreadable extends Error {}

/** Whether a value is HTML of a rich editor. */
function isRichText(value: string): boolean {
  return begins.test(value);
}

const isMention = (element: Element) =>
  element.tagName === 'SPAN' && element.getAttribute('data-type') === 'mention';

/** A reference in an element of its own, as it is written. */
function mentionText(element: Element): string {
  const text = element.textContent.trim();
  return text === '' ? `{{ ${element.getAttribute('data-id') ?? ''} }}` : text;
}

/** Marks stand at the words: spaces inside them move outside. */
function marked(mark: string, text: string): string {
  const inner = text.trim();
  return inner === '' ? text : text.replace(inner, () => `${mark}${inner}${mark}`);
}

function inlineText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof HTMLElement)) throw new Unreadable();
  if (isMention(node)) return mentionText(node);
  if (node.tagName === 'BR') return '\n';
  const text = [...node.childNodes].map(inlineText).join('');
  const mark = marks[node.tagName];
  if (mark) return marked(mark, text);
  if (node.tagName === 'A' && text.trim() !== '') return `[${text}](${node.getAttribute('href') ?? ''})`;
  if (node.tagName === 'SPAN' || node.tagName === 'U') return text;
  throw new Unreadable();
}

function entryLines(entry: Element, mark: string): string[] {
  const isBlocks = [...entry.children].some(({ tagName }) => ['P', 'UL', 'OL', 'PRE'].includes(tagName));
  const lines = isBlocks
    ? [...entry.children].flatMap(blockLines)
    : [...entry.childNodes].map(inlineText).join('').split('\n');
  return lines.map((line, at) => (at === 0 ? `${mark} ${line}` : `${indent}${line}`));
}

function listLines(list: Element): string[] {
  const first = Number(list.getAttribute('start') ?? 1);
  const isNumbered = list.tagName === 'OL';
  return [...list.children].flatMap((entry, at) => entryLines(entry, isNumbered ? `${first + at}.` : '-'));
}

function blockLines(block: Element): string[] {
  const { tagName } = block;
  if (tagName === 'UL' || tagName === 'OL') return listLines(block);
  if (tagName === 'PRE') return ['```', ...block.textContent.replace(/\n$/, '').split('\n'), '```'];
  if (tagName === 'BLOCKQUOTE') return [...block.children].flatMap(blockLines).map((line) => `> ${line}`);
  if (tagName === 'HR') return ['---'];
  const text = [...block.childNodes].map(inlineText).join('');
  const level = /^H([1-6])$/.exec(tagName)?.[1];
  if (level) return [`${'#'.repeat(Number(level))} ${text}`];
  if (tagName === 'P') return text.split('\n');
  throw new Unreadable();
}

/** Reads a stored text; undefined for one that is none, or that holds what could not be written again. */
export function readRichText(value: string): RichText | undefined {
  if (!isRichText(value)) return undefined;
  const { body } = new DOMParser().parseFromString(value, 'text/html');
  try {
    const blocks = [...body.childNodes].flatMap((node): RichBlock[] => {
      if (node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() === '') return [];
      if (!(node instanceof HTMLElement)) throw new Unreadable();
      return [{ source: node.outerHTML, lines: blockLines(node) }];
    });
    const spans = [...body.querySelectorAll('span[data-type="mention"]')];
    const mentions = new Map(spans.map((span) => [mentionText(span), span.outerHTML]));
    for (const span of spans) span.remove();
    return { blocks, mentions, bare: new Set(body.textContent.match(references)) };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return undefined;
    throw thrown;
  }
}

/** The text as it is edited: its blocks one below the other. */
export function editedText({ blocks }: RichText): string {
  return blocks.flatMap(({ lines }) => lines).join('\n');
}
