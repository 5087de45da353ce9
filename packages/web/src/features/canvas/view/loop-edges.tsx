import { ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { type LoopBack, loopBacks } from '../document/loop-targets.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { edgeLook } from './edge-state.ts';
import flow from './flow-edge.module.css';
import styles from './loop-edges.module.css';
import { loopRoute } from './loop-route.ts';

function LoopEdge({ back, nodes }: { back: LoopBack; nodes: readonly CanvasNode[] }) {
  const t = useTexts(whyTexts);
  const { loop, target } = back;
  const look = useCanvas((state) => edgeLook(state.run, { source: loop.id, target: target.id }));
  const level = useCanvas((state) => state.level);
  const { path, labelX, labelY, end } = useMemo(
    () => loopRoute(nodes, back, Math.min(level.scale, 2)),
    [nodes, back, level],
  );
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
      {level.kind !== 'compact' && (
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
}

/** The back edges of a pipeline's loops, below the nodes. */
export function LoopEdges() {
  // Flows without loops are not drawn again with every move.
  const nodes = useCanvas((state) => (loopBacks(state.nodes).length > 0 ? state.nodes : null));
  if (!nodes) return null;
  return (
    <ViewportPortal>
      {loopBacks(nodes).map((back) => (
        <LoopEdge key={back.loop.id} back={back} nodes={nodes} />
      ))}
    </ViewportPortal>
  );
}
