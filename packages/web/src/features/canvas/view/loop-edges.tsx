import { getSmoothStepPath, Position, ViewportPortal } from '@xyflow/react';
import { memo } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { type LoopBack, loopBacks } from '../document/loop-targets.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { edgeLook } from './edge-state.ts';
import flow from './flow-edge.module.css';
import styles from './loop-edges.module.css';

/** How far below the lower of its two nodes a loop runs, in flow units. */
const drop = 44;

const bottomOf = ({ position, width = 0, height = 0 }: CanvasNode) => ({
  x: position.x + width / 2,
  y: position.y + height,
});

function pathOf({ loop, target }: LoopBack): {
  path: string;
  labelX: number;
  labelY: number;
  end: { x: number; y: number };
} {
  const from = bottomOf(loop);
  const end = bottomOf(target);
  const [path, labelX] = getSmoothStepPath({
    sourceX: from.x,
    sourceY: from.y,
    sourcePosition: Position.Bottom,
    targetX: end.x,
    targetY: end.y,
    targetPosition: Position.Bottom,
    borderRadius: 10,
    offset: drop,
  });
  return { path, labelX, labelY: Math.max(from.y, end.y) + drop, end };
}

const LoopEdge = memo(function LoopEdge(back: LoopBack) {
  const t = useTexts(whyTexts);
  const { loop, target } = back;
  const look = useCanvas((state) => edgeLook(state.run, { source: loop.id, target: target.id }));
  const isCompact = useCanvas((state) => state.level.kind === 'compact');
  const { path, labelX, labelY, end } = pathOf(back);
  return (
    <>
      <svg className={flow['all']} width={1} height={1} aria-hidden>
        <g className={`${flow['edge']} ${styles['loop']}`} data-state={look}>
          <path d={path} className={flow['line']} />
          <g className={styles['chevron']} transform={`translate(${end.x} ${end.y})`}>
            <path d="M-5 11 L0 5 L5 11" />
          </g>
        </g>
      </svg>
      {!isCompact && (
        <span
          className={styles['pill']}
          data-state={look}
          style={{ insetInlineStart: labelX, insetBlockStart: labelY }}
        >
          {t('loopBack', { name: target.data.label, count: back.limit })}
        </span>
      )}
    </>
  );
});

/** The back edges of a pipeline's loops, below the nodes. */
export function LoopEdges() {
  const backs = useCanvas((state) => loopBacks(state.nodes));
  if (backs.length === 0) return null;
  return (
    <ViewportPortal>
      {backs.map((back) => (
        <LoopEdge key={back.loop.id} {...back} />
      ))}
    </ViewportPortal>
  );
}
