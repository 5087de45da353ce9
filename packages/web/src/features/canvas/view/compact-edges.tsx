import { ViewportPortal } from '@xyflow/react';
import { type CSSProperties, memo } from 'react';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { BranchPills } from './branch-pills.tsx';
import { edgePath, edgeRoutes, type RoutedEdge } from './edge-path.ts';
import { edgeState, isOfSelected } from './edge-state.ts';
import styles from './flow-edge.module.css';

const CompactEdge = memo(function CompactEdge({ edge, line, laneX }: RoutedEdge) {
  const state = useCanvas((canvas) => edgeState(canvas, edge));
  const isMarked = useCanvas((canvas) => isOfSelected(canvas, edge));
  const colour = useCanvas(({ nodes }) => {
    const data = edge.type === 'agentFlow' ? nodeById(nodes, edge.source)?.data : undefined;
    return data && nodeColour(data);
  });
  return (
    <g
      className={styles['edge']}
      data-state={state}
      data-selected={edge.selected || isMarked || undefined}
      style={colour === undefined ? undefined : ({ '--idle': colour } as CSSProperties)}
    >
      <path d={edgePath(line, laneX).path} className={styles['line']} />
    </g>
  );
});

/** All edges as one path: when zoomed out they are not interactive, and hundreds of them must move fast. */
export function CompactEdges() {
  const routes = useCanvas((state) => edgeRoutes(state.nodes, state.edges));
  return (
    <ViewportPortal>
      <svg className={styles['all']} width={1} height={1} aria-hidden>
        {[...routes.values()].map((routed) => (
          <CompactEdge key={routed.edge.id} {...routed} />
        ))}
      </svg>
      <BranchPills routes={[...routes.values()]} />
    </ViewportPortal>
  );
}
