import { type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { memo } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { remove } from './canvas-commands.ts';
import type { CanvasEdge } from './canvas-doc.ts';
import styles from './flow-edge.module.css';
import { useCanvas, useRunCommand } from './use-canvas.ts';

const corner = 10;
/** How far an edge runs straight before its first corner. */
const lead = 18;

/** What an edge tells of the run: its source's state. */
function useEdgeState(source: string, target: string): string {
  const status = useCanvas((state) =>
    state.run.isLive || state.run.nodes[source]?.status === 'error'
      ? state.run.nodes[source]?.status
      : undefined,
  );
  const isNotTaken = useCanvas((state) => state.run.nodes[target]?.status === 'skipped');
  if (isNotTaken) return 'skipped';
  return status === 'cached' ? 'done' : (status ?? 'idle');
}

/** An edge with right angles; over it lies the button that removes it. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<CanvasEdge>) {
  const { id, source, target, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, selected } =
    props;
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  const state = useEdgeState(source, target);
  const isOfSelected = useCanvas(({ selectedId }) => selectedId === source || selectedId === target);
  const isLocked = useCanvas((canvas) => canvas.isLocked);
  const [path, middleX, middleY] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: corner,
    offset: lead,
  });
  const disconnect = () => run(remove([], [id]));
  return (
    <g className={styles['edge']} data-state={state} data-selected={selected || isOfSelected || undefined}>
      <path d={path} className={styles['halo']} />
      <path d={path} className={`${styles['line']} react-flow__edge-path`} />
      <path d={path} className={`${styles['hit']} react-flow__edge-interaction`} />
      {!isLocked && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the Delete key and the inspector's list do the same
        <g
          className={styles['remove']}
          transform={`translate(${middleX} ${middleY})`}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={disconnect}
        >
          <title>{t('disconnect', { source, target })}</title>
          <circle r={9} />
          <path d="M-3.5 -3.5 L3.5 3.5 M3.5 -3.5 L-3.5 3.5" />
        </g>
      )}
    </g>
  );
});
