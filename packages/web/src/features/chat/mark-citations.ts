import { citedSentence } from '../citations/cited-sentence.ts';

/** The part of a Markdown tree that is looked at. */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  title?: string;
  children?: MarkdownNode[];
}

const citation = /\[(\d{1,3})\]/g;
const hrefStart = '#source-';

/** The number of the source that a link made by `markCitations` means. */
export function citationNumber(href: string): number | undefined {
  const number = href.startsWith(hrefStart) ? Number(href.slice(hrefStart.length)) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

/** A mark that stands apart: `list[1]` is no citation. */
const bareCitation = /\s*(?<!\w)\[\d{1,3}\]/g;

/**
 * A remark plugin: `[2]` in running text becomes a link to source 2, where there are that many sources; its title is the
 * sentence that it stands behind. Without any source such marks lead nowhere and go.
 */
export function markCitations(highest: number) {
  return (tree: MarkdownNode): void =>
    highest === 0 ? clearIn(tree) : markIn(tree, { highest, before: '' });
}

function clearIn(node: MarkdownNode): void {
  if (node.type === 'text' && node.value) node.value = node.value.replace(bareCitation, '');
  for (const child of node.children ?? []) clearIn(child);
}

interface Marking {
  highest: number;
  /** What the paragraph around has said so far. */
  before: string;
}

const running = new Set(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'link', 'break', 'claim']);

function markIn(node: MarkdownNode, marking: Marking): void {
  if (!node.children) return;
  // A sentence ends with its paragraph, its cell, its item.
  if (!running.has(node.type)) marking.before = '';
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && node.type !== 'link') return split(child, marking);
    if (child.children) markIn(child, marking);
    else marking.before += child.value ?? ' ';
    return child;
  });
}

function split(node: MarkdownNode, marking: Marking): MarkdownNode[] {
  const text = node.value ?? '';
  const parts: MarkdownNode[] = [];
  let from = 0;
  for (const match of text.matchAll(citation)) {
    const number = Number(match[1]);
    if (number < 1 || number > marking.highest) continue;
    if (match.index > from) parts.push({ type: 'text', value: text.slice(from, match.index) });
    const title = citedSentence(marking.before + text.slice(0, match.index));
    const label = { type: 'text', value: String(number) };
    parts.push({ type: 'link', url: `${hrefStart}${number}`, title, children: [label] });
    from = match.index + match[0].length;
  }
  marking.before += text;
  if (from === 0) return [node];
  return from < text.length ? [...parts, { type: 'text', value: text.slice(from) }] : parts;
}
