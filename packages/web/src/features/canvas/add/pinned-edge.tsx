import { getSmoothStepPath, Position, ViewportPortal } from '@xyflow/react';
import type { CSSProperties } from 'react';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import type { Point } from '../commands/canvas-commands.ts';
import type { OpenEnd } from '../document/fitting-ports.ts';
import { nodeById } from '../document/node-index.ts';
import { inputPorts } from '../document/node-ports.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { placeOf } from '../view/edge-path.ts';
import styles from '../view/flow-edge.module.css';
import { inputColour } from '../view/handle-look.ts';

/** The edge dropped on empty space, drawn between its handle and the add box. */
export function PinnedEdge({ from, to }: { from: OpenEnd; to: Point }) {
  const node = useCanvas((state) => nodeById(state.nodes, from.nodeId));
  const start = placeOf(node, from.handleId, from.isFromOutput ? 'source' : 'target');
  if (!node || !start) return null;
  const port = inputPorts(node.data).find(({ id }) => id === from.handleId);
  const colour = from.isFromOutput ? nodeColour(node.data) : inputColour(port?.type ?? '');
  const [sourcePosition, targetPosition] = from.isFromOutput
    ? [Position.Right, Position.Left]
    : [Position.Left, Position.Right];
  const [path] = getSmoothStepPath({
    ...{ sourceX: start.x, sourceY: start.y, targetX: to.x, targetY: to.y },
    ...{ sourcePosition, targetPosition },
    borderRadius: 10,
  });
  return (
    <ViewportPortal>
      <svg
        className={styles['pinned']}
        width={1}
        height={1}
        style={{ '--c': colour } as CSSProperties}
        aria-hidden
      >
        <path d={path} className={styles['drawn']} />
        <circle cx={to.x} cy={to.y} r={6} className={styles['drawnEnd']} />
      </svg>
    </ViewportPortal>
  );
}
