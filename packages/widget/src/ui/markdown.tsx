import type { UnsupportedClaim } from '@tendril/contract/provider/answer';
import type { ComponentChildren } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { markClaims } from '../markdown/mark-claims.ts';
import type { Block, Inline } from '../markdown/markdown-tree.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { CopyButton } from './copy-button.tsx';
import { useWidget } from './widget-context.ts';

interface MarkdownProps {
  text: string;
  /** How many sources `[1]` may refer to. */
  sources: number;
  onCite: (number: number) => void;
  /** Sentences that the sources do not bear out. */
  unsupported?: readonly UnsupportedClaim[] | undefined;
}

interface Drawing {
  onCite: MarkdownProps['onCite'];
  /** The levels of headings that occur, highest first. */
  levels: readonly number[];
  citeLabel: (number: number) => string;
  whyLabel: string;
}

/** An answer's Markdown as elements; what a model wrote never becomes HTML. */
export function Markdown({ text, sources, onCite, unsupported }: MarkdownProps) {
  const { t } = useWidget();
  const blocks = useMemo(() => {
    const parsed = parseMarkdown(text, sources);
    return unsupported?.length ? markClaims(parsed, unsupported, sources) : parsed;
  }, [text, sources, unsupported]);
  const levels = [
    ...new Set(blocks.flatMap((block) => (block.type === 'heading' ? block.level : []))),
  ].sort();
  const citeLabel = (number: number) => t('source', { number, title: '' }).replace(/[:\s]+$/, '');
  return (
    <div class="markdown">
      {drawBlocks(blocks, { onCite, levels, citeLabel, whyLabel: t('unsupported') })}
    </div>
  );
}

const drawBlocks = (blocks: readonly Block[], drawing: Drawing) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place
  blocks.map((block, place) => <OneBlock key={place} block={block} drawing={drawing} />);

function OneBlock({ block, drawing }: { block: Block; drawing: Drawing }) {
  switch (block.type) {
    case 'paragraph':
      return <p>{drawLine(block.children, drawing)}</p>;
    case 'heading':
      return <Heading block={block} drawing={drawing} />;
    case 'code':
      return <Code text={block.text} />;
    case 'quote':
      return <blockquote>{drawBlocks(block.children, drawing)}</blockquote>;
    case 'rule':
      return <hr />;
    case 'list':
      return <List block={block} drawing={drawing} />;
    case 'table':
      return <Table block={block} drawing={drawing} />;
  }
}

type Of<T extends Block['type']> = Extract<Block, { type: T }>;

// Below the chat's own title, without gaps.
function Heading({ block, drawing }: { block: Of<'heading'>; drawing: Drawing }) {
  const Tag = (['h3', 'h4', 'h5', 'h6'] as const)[Math.max(0, drawing.levels.indexOf(block.level))] ?? 'h6';
  return <Tag>{drawLine(block.children, drawing)}</Tag>;
}

function Code({ text }: { text: string }) {
  const { t } = useWidget();
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keyboard too */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={t('copyCode')} />
    </div>
  );
}

function List({ block, drawing }: { block: Of<'list'>; drawing: Drawing }) {
  const items = block.items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no name but their place
    <li key={place}>{drawItem(item, drawing)}</li>
  ));
  return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

// A single line needs no paragraph of its own.
function drawItem(blocks: readonly Block[], drawing: Drawing): ComponentChildren {
  const [first, ...rest] = blocks;
  if (first?.type !== 'paragraph') return drawBlocks(blocks, drawing);
  return [<span key="line">{drawLine(first.children, drawing)}</span>, ...drawBlocks(rest, drawing)];
}

function Table({ block, drawing }: { block: Of<'table'>; drawing: Drawing }) {
  const [head = [], ...rows] = block.rows;
  const side = (column: number) => `side-${block.align[column] ?? 'left'}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <div class="table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their place
              <th key={column} class={side(column)} scope="col">
                {drawLine(cell, drawing)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
            <tr key={place}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their place
                <td key={column} class={side(column)}>
                  {drawLine(cell, drawing)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ClaimProps {
  node: Extract<Inline, { type: 'claim' }>;
  drawing: Drawing;
}

/** Why it is marked is said on hover, focus and touch. */
function Claim({ node, drawing }: ClaimProps) {
  const id = useId();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation is reached by keyboard too */}
      <mark tabIndex={0} aria-describedby={id}>
        {drawLine(node.children, drawing)}
      </mark>
      <span class="why" id={id} role="tooltip">
        {drawing.whyLabel}
        {node.reason && `: ${node.reason}`}
      </span>
    </>
  );
}

/** A citation stays with the word before it and the full stop after it: neither is left alone on a line. */
function drawLine(nodes: readonly Inline[], drawing: Drawing): ComponentChildren[] {
  const drawn: ComponentChildren[] = [];
  let together: ComponentChildren[] = [];
  const close = (place: number) => {
    if (together.length > 0)
      drawn.push(
        <span key={`together-${place}`} class="together">
          {together}
        </span>,
      );
    together = [];
  };
  for (const [place, node] of nodes.entries()) {
    if (node.type === 'cite') {
      together.push(drawInline(node, place, drawing));
      continue;
    }
    const stop =
      node.type === 'text' && together.length > 0 ? (/^[.,;:!?)]+/.exec(node.text)?.[0] ?? '') : '';
    if (stop !== '') together.push(stop);
    close(place);
    if (node.type !== 'text') {
      drawn.push(drawInline(node, place, drawing));
      continue;
    }
    const isBefore = nodes[place + 1]?.type === 'cite';
    const word = isBefore ? (/\S{1,24} ?$/.exec(node.text)?.[0] ?? '') : '';
    drawn.push(node.text.slice(stop.length, node.text.length - word.length));
    if (word !== '') together.push(word);
  }
  close(nodes.length);
  return drawn;
}

function drawInline(node: Inline, place: number, drawing: Drawing): ComponentChildren {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'code':
      return <code key={place}>{node.text}</code>;
    case 'break':
      return <br key={place} />;
    case 'cite':
      return (
        <button
          key={place}
          type="button"
          class="cite"
          aria-label={drawing.citeLabel(node.number)}
          onClick={() => drawing.onCite(node.number)}
        >
          {node.number}
        </button>
      );
    case 'claim':
      return <Claim key={place} node={node} drawing={drawing} />;
    case 'link':
      return (
        <a key={place} href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {drawLine(node.children, drawing)}
        </a>
      );
    default: {
      const Tag = node.type;
      return <Tag key={place}>{drawLine(node.children, drawing)}</Tag>;
    }
  }
}
