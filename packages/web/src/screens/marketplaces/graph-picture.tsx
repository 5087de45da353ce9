import type { TemplatePicture } from '@tendril/contract/api/template-gallery';
import { categoryLook } from '../../kit/theme/category-look.ts';
import styles from './graph-picture.module.css';

const margin = 60;
/** A small graph is not scaled up to the size of a large one. */
const leastWidth = 1300;
const leastHeight = 760;

type Box = TemplatePicture['nodes'][number];

/** The part of the drawing that is shown: all of it, in the middle. */
function viewBoxOf(nodes: readonly Box[]): string {
  const left = Math.min(...nodes.map(({ x }) => x));
  const top = Math.min(...nodes.map(({ y }) => y));
  const width = Math.max(...nodes.map((node) => node.x + node.width)) - left + 2 * margin;
  const height = Math.max(...nodes.map((node) => node.y + node.height)) - top + 2 * margin;
  const [wide, high] = [Math.max(width, leastWidth), Math.max(height, leastHeight)];
  const x = left - margin - (wide - width) / 2;
  const y = top - margin - (high - height) / 2;
  return [x, y, wide, high].map(Math.round).join(' ');
}

function edgePath(from: Box, to: Box): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  const bend = Math.max(60, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** A graph from its places alone: boxes in the colours of their categories, and edges. Decoration only. */
export function GraphPicture({ picture }: { picture: TemplatePicture }) {
  const nodes = picture.nodes.filter(({ isNote }) => !isNote);
  if (nodes.length === 0) return null;
  const edges = picture.edges.flatMap(([from, to]) => {
    const [source, target] = [picture.nodes[from], picture.nodes[to]];
    return source && target ? [{ from, to, path: edgePath(source, target) }] : [];
  });
  return (
    <svg className={styles['picture']} viewBox={viewBoxOf(nodes)} aria-hidden="true">
      {edges.map(({ from, to, path }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two edges may join the same boxes
        <path key={`${from} ${to} ${index}`} className={styles['edge']} d={path} />
      ))}
      {nodes.map((node) => (
        <g
          key={`${node.x} ${node.y}`}
          style={{ '--category': categoryLook(node.category).colour } as React.CSSProperties}
          transform={`translate(${node.x} ${node.y})`}
        >
          <rect className={styles['box']} width={node.width} height={node.height} rx={28} />
          <rect className={styles['tile']} x={26} y={26} width={64} height={64} rx={18} />
          <rect className={styles['line']} x={112} y={48} width={node.width - 150} height={20} rx={10} />
        </g>
      ))}
    </svg>
  );
}
