import type { Block } from '@tendril/contract/provider/block';
import { tableText } from './table-text.ts';

const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const underline = /^ {0,3}(=+|-{2,})\s*$/;
const listItem = /^\s*([-*+]|\d{1,9}[.)])\s+/;
const tableRule = /^\s*(?:\|\s*)?:?-+:?\s*(\|\s*:?-+:?\s*)*(?:\|\s*)?$/;
const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';

/** A run of lines that is one block: how many, and what they are. */
interface Found {
  count: number;
  block?: Pick<Block, 'kind' | 'text' | 'level'>;
}

const plain = (text: string) =>
  text
    .replace(/!?\[([^[\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .trim();

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.replaceAll('\\|', '|')));

function untilBlank(
  lines: readonly string[],
  from: number,
  ends: (line: string, next: string) => boolean,
): number {
  let to = from + 1;
  while (to < lines.length && !isBlank(lines[to]) && !ends(lines[to] ?? '', lines[to + 1] ?? '')) to += 1;
  return to;
}

function fenced(lines: readonly string[], from: number, mark: string): Found {
  let to = from + 1;
  while (to < lines.length && !lines[to]?.trimStart().startsWith(mark)) to += 1;
  const text = lines.slice(from + 1, to).join('\n');
  return { count: Math.min(to + 1, lines.length) - from, block: { kind: 'code', text } };
}

function list(lines: readonly string[], from: number): Found {
  let to = from + 1;
  // An empty line inside a list is followed by another item or by an indented line.
  const goesOn = (line: string | undefined) =>
    line !== undefined && (listItem.test(line) || /^\s{2,}\S/.test(line));
  while (
    to < lines.length &&
    ((!isBlank(lines[to]) && !heading.test(lines[to] ?? '')) || goesOn(lines[to + 1]))
  )
    to += 1;
  const text = lines
    .slice(from, to)
    .filter((line) => !isBlank(line))
    .map((line) => /^\s*/.exec(line)?.[0] + plain(line))
    .join('\n');
  return { count: to - from, block: { kind: 'list', text } };
}

function table(lines: readonly string[], from: number): Found {
  const to = untilBlank(lines, from, (line) => !line.includes('|'));
  const rows = [lines[from] ?? '', ...lines.slice(from + 2, to)].map(cells);
  return { count: to - from, block: { kind: 'table', text: tableText(rows) } };
}

const endsParagraph = (line: string, next: string) =>
  fence.test(line) ||
  heading.test(line) ||
  listItem.test(line) ||
  (line.includes('|') && tableRule.test(next));

function paragraph(lines: readonly string[], from: number): Found {
  const to = untilBlank(lines, from, (line, next) => endsParagraph(line, next) || underline.test(line));
  const text = lines
    .slice(from, to)
    .map((line) => plain(line.replace(/^\s*>\s?/, '')))
    .join('\n');
  const below = underline.exec(lines[to] ?? '')?.[1];
  if (below !== undefined && to === from + 1)
    return { count: 2, block: { kind: 'heading', level: below.startsWith('=') ? 1 : 2, text } };
  return { count: to - from, block: { kind: 'text', text } };
}

function findBlock(lines: readonly string[], at: number): Found {
  const line = lines[at] ?? '';
  const mark = fence.exec(line)?.[1];
  if (mark !== undefined) return fenced(lines, at, mark);
  const [, level, title] = heading.exec(line) ?? [];
  if (level !== undefined)
    return { count: 1, block: { kind: 'heading', level: level.length, text: plain(title ?? '') } };
  if (/^ {0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) return { count: 1 };
  if (line.includes('|') && tableRule.test(lines[at + 1] ?? '')) return table(lines, at);
  return listItem.test(line) ? list(lines, at) : paragraph(lines, at);
}

/** The settings at the head of a file are not its text. */
function afterFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  return end > 0 && end < 100 ? end + 1 : 0;
}

/** The blocks of markdown, with their lines. */
export function* markdownBlocks(text: string): Generator<Block> {
  const lines = text.split(/\r\n?|\n/);
  for (let at = afterFrontMatter(lines); at < lines.length; ) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const { count, block } = findBlock(lines, at);
    if (block && block.text.trim() !== '') yield { ...block, place: { lines: [at + 1, at + count] } };
    at += count;
  }
}
