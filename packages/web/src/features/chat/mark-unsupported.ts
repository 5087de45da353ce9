import type { UnsupportedClaim } from '@tendril/contract/provider/answer';

/** The part of a Markdown tree that is looked at. */
interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  position?: { start: { offset?: number }; end: { offset?: number } };
  data?: { hName: string; hProperties: Record<string, string> };
}

interface Marking {
  /** The Markdown that the tree was read from. */
  source: string;
  claims: readonly UnsupportedClaim[];
}

const running = new Set(['emphasis', 'strong', 'delete', 'inlineCode', 'link', 'break']);

interface Range {
  claim: number;
  from: number;
  to: number;
}

/** Where the claims stand: in their order, and each behind the one before where it occurs there. */
function rangesOf({ source, claims }: Marking): Range[] {
  let after = 0;
  return claims.flatMap(({ text }, claim) => {
    const next = source.indexOf(text, after);
    const from = next < 0 ? source.indexOf(text) : next;
    if (from < 0 || text === '') return [];
    after = from + text.length;
    return { claim, from, to: after };
  });
}

/**
 * A remark plugin: sentences that the sources of an answer do not bear out become `mark` elements with the number of the
 * claim, the first piece of each as `data-first`.
 */
export function markUnsupported(marking: Marking) {
  const ranges = rangesOf(marking);
  const begun = new Set<number>();

  function markIn(node: MarkdownNode): void {
    const marks = node.children?.flatMap((child) => {
      if (child.type === 'text') return split(child);
      const inside = rangeAround(child);
      if (inside && running.has(child.type)) return marked(inside.claim, child);
      markIn(child);
      return child;
    });
    if (marks) node.children = joined(marks);
  }

  function rangeAround({ position }: MarkdownNode): Range | undefined {
    const [start, end] = [position?.start.offset, position?.end.offset];
    if (start === undefined || end === undefined) return undefined;
    return ranges.find(({ from, to }) => from <= start && end <= to);
  }

  function split(node: MarkdownNode): MarkdownNode[] {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset];
    if (start === undefined || end === undefined) return [node];
    const met = ranges.filter(({ from, to }) => from < end && to > start);
    const value = node.value ?? '';
    // What is written in another way than it is shown, an entity or a piece of code, is marked whole.
    if (marking.source.slice(start, end) !== value) {
      const [only] = met;
      return only ? [marked(only.claim, node)] : [node];
    }
    const parts: MarkdownNode[] = [];
    let at = start;
    for (const { claim, from, to } of met) {
      const [first, last] = [Math.max(from, at), Math.min(to, end)];
      if (first >= last) continue;
      if (first > at) parts.push(piece(node, start, at, first));
      parts.push(marked(claim, piece(node, start, first, last)));
      at = last;
    }
    return at < end ? [...parts, piece(node, start, at, end)] : parts;
  }

  function marked(claim: number, node: MarkdownNode): MarkdownNode {
    const isFirst = !begun.has(claim);
    begun.add(claim);
    const hProperties = { dataClaim: String(claim), ...(isFirst && { dataFirst: '' }) };
    return { type: 'claim', children: [node], data: { hName: 'mark', hProperties } };
  }

  /** One mark for what stands together, so that one frame is drawn around it. */
  function joined(nodes: readonly MarkdownNode[]): MarkdownNode[] {
    const whole: MarkdownNode[] = [];
    for (const node of nodes) {
      const last = whole.at(-1);
      const claim = node.data?.hProperties['dataClaim'];
      if (claim !== undefined && last?.data?.hProperties['dataClaim'] === claim)
        last.children = [...(last.children ?? []), ...(node.children ?? [])];
      else whole.push(node);
    }
    return whole;
  }

  return (tree: MarkdownNode): void => {
    begun.clear();
    if (ranges.length > 0) markIn(tree);
  };
}

function piece(node: MarkdownNode, start: number, from: number, to: number): MarkdownNode {
  return { type: 'text', value: (node.value ?? '').slice(from - start, to - start) };
}
