/** The part of a Markdown tree that is looked at. */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
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
 * A remark plugin: `[2]` in running text becomes a link to source 2, where there are that many sources. Without any
 * source such marks lead nowhere and go.
 */
export function markCitations(highest: number) {
  return (tree: MarkdownNode): void => (highest === 0 ? clearIn(tree) : markIn(tree, highest));
}

function clearIn(node: MarkdownNode): void {
  if (node.type === 'text' && node.value) node.value = node.value.replace(bareCitation, '');
  for (const child of node.children ?? []) clearIn(child);
}

function markIn(node: MarkdownNode, highest: number): void {
  if (!node.children || node.type === 'link') return;
  node.children = node.children.flatMap((child) => (child.type === 'text' ? split(child, highest) : child));
  for (const child of node.children) markIn(child, highest);
}

function split(node: MarkdownNode, highest: number): MarkdownNode[] {
  const text = node.value ?? '';
  const parts: MarkdownNode[] = [];
  let from = 0;
  for (const match of text.matchAll(citation)) {
    const number = Number(match[1]);
    if (number < 1 || number > highest) continue;
    if (match.index > from) parts.push({ type: 'text', value: text.slice(from, match.index) });
    const label = { type: 'text', value: String(number) };
    parts.push({ type: 'link', url: `${hrefStart}${number}`, children: [label] });
    from = match.index + match[0].length;
  }
  if (from === 0) return [node];
  return from < text.length ? [...parts, { type: 'text', value: text.slice(from) }] : parts;
}
