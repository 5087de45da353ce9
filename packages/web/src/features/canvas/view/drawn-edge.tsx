import { type ConnectionLineComponentProps, getSmoothStepPath } from '@xyflow/react';
import type { CSSProperties } from 'react';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import styles from './flow-edge.module.css';

/** The edge that is being drawn, in the colour of the node it comes from. */
export function DrawnEdge(props: ConnectionLineComponentProps<CanvasNode>) {
  const { fromX, fromY, toX, toY, fromPosition, toPosition, fromNode } = props;
  const [path] = getSmoothStepPath({
    sourceX: fromX,
    sourceY: fromY,
    targetX: toX,
    targetY: toY,
    sourcePosition: fromPosition,
    targetPosition: toPosition,
    borderRadius: 10,
  });
  const colour = nodeColour(fromNode.data);
  return (
    <g style={{ '--c': colour } as CSSProperties}>
      <path d={path} className={styles['drawn']} />
      <circle cx={toX} cy={toY} r={5} className={styles['drawnEnd']} />
    </g>
  );
}
