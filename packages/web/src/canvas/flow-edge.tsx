import type { EdgeProps } from '@xyflow/react';
import { memo, useState } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { remove } from './canvas-commands.ts';
import type { CanvasEdge } from './canvas-doc.ts';
import { edgePath, edgeRoutes } from './edge-path.ts';
import { edgeState, isOfSelected } from './edge-state.ts';
import styles from './flow-edge.module.css';
import { useCanvas, useRunCommand } from './use-canvas.ts';

/** The button that removes an edge, at its middle. */
function RemoveButton({
  id,
  source,
  target,
  x,
  y,
}: Record<'id' | 'source' | 'target', string> & Record<'x' | 'y', number>) {
  const t = useTexts(canvasTexts);
  const run = useRunCommand();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Delete key and the inspector's list do the same
    <g
      className={styles['remove']}
      transform={`translate(${x} ${y})`}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => run(remove([], [id]))}
    >
      <title>{t('disconnect', { source, target })}</title>
      <circle r={9} />
      <path d="M-3.5 -3.5 L3.5 3.5 M3.5 -3.5 L-3.5 3.5" />
    </g>
  );
}

/** An edge with right angles; under the pointer it has the button that removes it. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<CanvasEdge>) {
  const { id, source, target, selected } = props;
  const state = useCanvas((canvas) => edgeState(canvas, props));
  const isMarked = useCanvas((canvas) => isOfSelected(canvas, props));
  const isLocked = useCanvas((canvas) => canvas.isLocked);
  const laneX = useCanvas((canvas) => edgeRoutes(canvas.nodes, canvas.edges).get(id)?.laneX);
  const hasHalo = useCanvas((canvas) => edgeRoutes(canvas.nodes, canvas.edges).get(id)?.hasHalo);
  const [isNear, setIsNear] = useState(false);
  const { path, middleX, middleY } = edgePath(props, laneX);
  return (
    <g
      className={styles['edge']}
      data-state={state}
      data-selected={selected || isMarked || undefined}
      onPointerEnter={() => setIsNear(true)}
      onPointerLeave={() => setIsNear(false)}
    >
      {hasHalo && <path d={path} className={styles['halo']} />}
      <path d={path} className={`${styles['line']} react-flow__edge-path`} />
      <path d={path} className={`${styles['hit']} react-flow__edge-interaction`} />
      {isNear && !isLocked && (
        <RemoveButton id={id} source={source} target={target} x={middleX} y={middleY} />
      )}
    </g>
  );
});
