import type { UnsupportedClaim } from '@tendril/contract/provider/answer';
import type { Block, Inline } from './markdown-tree.ts';
import { parseInline } from './parse-inline.ts';

interface Range {
  reason: string;
  from: number;
  to: number;
}

/** Words as they are read: without markup, and without the numbers of sources. */
function plain(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if ('children' in node) return plain(node.children);
      return 'text' in node ? node.text : '';
    })
    .join('');
}

/** The tree with the sentences marked that the sources do not bear out; each must stand in one paragraph, item or cell. */
export function markClaims(
  blocks: readonly Block[],
  claims: readonly UnsupportedClaim[],
  sources: number,
): Block[] {
  const wanted = claims.map(({ text, reason }) => ({ words: plain(parseInline(text, sources)), reason }));

  function line(nodes: Inline[]): Inline[] {
    const words = plain(nodes);
    let after = 0;
    const ranges = wanted.flatMap(({ words: claim, reason }): Range[] => {
      const from = claim === '' ? -1 : words.indexOf(claim, after);
      if (from < 0) return [];
      after = from + claim.length;
      return [{ reason, from, to: after }];
    });
    return ranges.length > 0 ? markIn(nodes, ranges) : nodes;
  }

  function mark(block: Block): Block {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        return { ...block, children: line(block.children) };
      case 'quote':
        return { ...block, children: block.children.map(mark) };
      case 'list':
        return { ...block, items: block.items.map((item) => item.map(mark)) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(line)) };
      default:
        return block;
    }
  }

  return blocks.map(mark);
}

/** Pieces that follow each other inside one claim become its children. */
function markIn(nodes: readonly Inline[], ranges: readonly Range[]): Inline[] {
  const marked: Inline[] = [];
  let open: { range: Range; children: Inline[] } | undefined;
  let at = 0;
  const add = (node: Inline, range: Range | undefined) => {
    if (!range) marked.push(node);
    else if (open?.range === range && marked.at(-1)?.type === 'claim') open.children.push(node);
    else {
      open = { range, children: [node] };
      marked.push({ type: 'claim', reason: range.reason, children: open.children });
    }
  };
  for (const node of nodes) {
    const [from, words] = [at, plain([node])];
    at += words.length;
    if (node.type !== 'text') {
      // A mark of a source has no words: it belongs to the sentence around it.
      add(
        node,
        ranges.find((range) => range.from <= from && at <= range.to && range.to > from),
      );
      continue;
    }
    let done = from;
    for (const range of ranges) {
      const [first, last] = [Math.max(range.from, done), Math.min(range.to, at)];
      if (first >= last) continue;
      if (first > done) add({ type: 'text', text: words.slice(done - from, first - from) }, undefined);
      add({ type: 'text', text: words.slice(first - from, last - from) }, range);
      done = last;
    }
    if (done < at) add({ type: 'text', text: words.slice(done - from) }, undefined);
  }
  return marked;
}
