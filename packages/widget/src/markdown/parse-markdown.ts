import type { Align, Block } from './markdown-tree.ts';
import { parseInline } from './parse-inline.ts';

const deepest = 6;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const rule = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const quote = /^ {0,3}> ?/;
const item = /^( *)([-*+•]|\d{1,9}[.)])(\s+|$)/;
const separator = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** Parses an answer's Markdown into a tree. HTML in it stays text; `sources` is how many sources `[1]` may refer to. */
export function parseMarkdown(text: string, sources = 0): Block[] {
  return parseLines(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), sources, 0);
}

interface Read {
  block: Block | undefined;
  /** The first unread line. */
  next: number;
}

function parseLines(lines: readonly string[], sources: number, depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, next } = readBlock(lines, at, sources, depth);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number, sources: number, depth: number): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };
  const opened = fence.exec(line)?.[1];
  if (opened) return readFence(lines, at, opened);
  const title = heading.exec(line);
  if (title) {
    const children = parseInline(title[2] ?? '', sources);
    return { block: { type: 'heading', level: title[1]?.length ?? 1, children }, next: at + 1 };
  }
  if (rule.test(line)) return { block: { type: 'rule' }, next: at + 1 };
  if (quote.test(line) && depth < deepest) return readQuote(lines, at, sources, depth);
  if (item.test(line) && depth < deepest) return readList(lines, at, sources, depth);
  if (isTable(lines, at)) return readTable(lines, at, sources);
  return readParagraph(lines, at, sources);
}

function readFence(lines: readonly string[], at: number, opened: string): Read {
  let end = at + 1;
  const isEnd = (line: string) => line.trim().startsWith(opened) && /^[`~\s]+$/.test(line);
  while (end < lines.length && !isEnd(lines[end] ?? '')) end += 1;
  return { block: { type: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function readQuote(lines: readonly string[], at: number, sources: number, depth: number): Read {
  let end = at;
  while (end < lines.length && quote.test(lines[end] ?? '')) end += 1;
  const inside = lines.slice(at, end).map((line) => line.replace(quote, ''));
  return { block: { type: 'quote', children: parseLines(inside, sources, depth + 1) }, next: end };
}

function readList(lines: readonly string[], at: number, sources: number, depth: number): Read {
  const first = item.exec(lines[at] ?? '');
  const isOrdered = /\d/.test(first?.[2] ?? '');
  const items: Block[][] = [];
  let next = at;
  for (;;) {
    const match = item.exec(lines[next] ?? '');
    if (!match || /\d/.test(match[2] ?? '') !== isOrdered || rule.test(lines[next] ?? '')) break;
    const width = Math.min(match[0].length, (match[1]?.length ?? 0) + (match[2]?.length ?? 1) + 4);
    const read = readItem(lines, next, { own: match[1]?.length ?? 0, width });
    items.push(parseLines(read.lines, sources, depth + 1));
    next = read.next;
  }
  const start = isOrdered ? Number.parseInt(first?.[2] ?? '1', 10) : undefined;
  return { block: { type: 'list', start, items }, next };
}

/** The lines of one item: everything indented further than its marker, even after an empty line. */
function readItem(lines: readonly string[], at: number, { own, width }: { own: number; width: number }) {
  const kept = [(lines[at] ?? '').slice(width)];
  let next = at + 1;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (line.trim() === '') {
      const after = lines.slice(next).findIndex((later) => later.trim() !== '');
      const following = after < 0 ? '' : (lines[next + after] ?? '');
      const isMore = indentOf(following) > own || item.test(following);
      if (after < 0 || !isMore) break;
      kept.push('');
      continue;
    }
    if (indentOf(line) > own) kept.push(line.slice(Math.min(indentOf(line), width)));
    else break;
  }
  while (kept.at(-1) === '') kept.pop();
  return { lines: kept, next: skipEmpty(lines, next) };
}

const indentOf = (line: string) => line.length - line.trimStart().length;

function skipEmpty(lines: readonly string[], at: number): number {
  let next = at;
  while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1;
  return next;
}

function isTable(lines: readonly string[], at: number): boolean {
  const [head = '', line = ''] = [lines[at], lines[at + 1]];
  return head.includes('|') && line.includes('-') && separator.test(line) && cellsOf(head).length > 1;
}

function readTable(lines: readonly string[], at: number, sources: number): Read {
  const align = cellsOf(lines[at + 1] ?? '').map((cell): Align => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right';
    return cell.startsWith(':') ? 'left' : undefined;
  });
  const rowOf = (line: string) => {
    const cells = cellsOf(line);
    return align.map((_, column) => parseInline(cells[column] ?? '', sources));
  };
  const rows = [rowOf(lines[at] ?? '')];
  let next = at + 2;
  for (; next < lines.length && (lines[next] ?? '').includes('|'); next += 1)
    rows.push(rowOf(lines[next] ?? ''));
  return { block: { type: 'table', align, rows }, next };
}

function cellsOf(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function readParagraph(lines: readonly string[], at: number, sources: number): Read {
  let end = at + 1;
  const isBegin = (index: number) => {
    const line = lines[index] ?? '';
    return (
      line.trim() === '' ||
      [fence, heading, rule, quote, item].some((pattern) => pattern.test(line)) ||
      isTable(lines, index)
    );
  };
  while (end < lines.length && !isBegin(end)) end += 1;
  const text = lines
    .slice(at, end)
    .map((line) => line.trimStart())
    .join('\n');
  return { block: { type: 'paragraph', children: parseInline(text, sources) }, next: end };
}
