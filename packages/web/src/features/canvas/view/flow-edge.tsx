import type { EdgeProps } from '@xyflow/react';
import { memo, useState } from 'react';
import type { CanvasEdge } from '../document/canvas-doc.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { EdgeButtons } from './edge-buttons.tsx';
import { edgePath, edgeRoutes, frameHandle } from './edge-path.ts';
import { edgeState, isOfSelected } from './edge-state.ts';
import styles from './flow-edge.module.css';

/** An edge with right angles; under the pointer, and while it is chosen, it has its buttons. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<CanvasEdge>) {
  const { id, source, target, selected, sourceHandleId } = props;
  const ends = { source, target, sourceHandle: sourceHandleId };
  const state = useCanvas((canvas) => edgeState(canvas, ends));
  const isMarked = useCanvas((canvas) => isOfSelected(canvas, ends));
  const isLocked = useCanvas((canvas) => canvas.isLocked);
  const laneX = useCanvas((canvas) => edgeRoutes(canvas.nodes, canvas.edges).get(id)?.laneX);
  const hasHalo = useCanvas((canvas) => edgeRoutes(canvas.nodes, canvas.edges).get(id)?.hasHalo);
  const [isNear, setIsNear] = useState(false);
  const isFromFrame = useCanvas((canvas) => nodeById(canvas.nodes, source)?.frame !== undefined);
  const isToFrame = useCanvas((canvas) => nodeById(canvas.nodes, target)?.frame !== undefined);
  const line = {
    sourceX: props.sourceX + (isFromFrame ? frameHandle : 0),
    sourceY: props.sourceY,
    targetX: props.targetX - (isToFrame ? frameHandle : 0),
    targetY: props.targetY,
  };
  const { path, middleX, middleY } = edgePath(line, laneX);
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
      {(isNear || selected) && !isLocked && (
        <EdgeButtons id={id} source={source} target={target} at={{ x: middleX, y: middleY }} />
      )}
    </g>
  );
});
