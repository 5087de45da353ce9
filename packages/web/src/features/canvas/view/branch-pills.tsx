import { isAgentFlowNode } from '@tendril/contract/flow/agent-flow-node';
import { nodeById } from '../document/node-index.ts';
import { hasBranches, outputPorts } from '../document/node-ports.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { edgePath, type RoutedEdge } from './edge-path.ts';
import { edgeState } from './edge-state.ts';
import styles from './loop-edges.module.css';
import { edgeMark } from './step-pills.tsx';

function BranchPill({ edge, line, laneX }: RoutedEdge) {
  const state = useCanvas((canvas) => edgeState(canvas, edge));
  const label = useCanvas(({ nodes }) => {
    const data = nodeById(nodes, edge.source)?.data;
    if (data && isAgentFlowNode(data)) return edgeMark(data, edge.sourceHandle);
    if (!data || !hasBranches(data)) return '';
    return outputPorts(data).find((port) => port.id === edge.sourceHandle)?.label ?? '';
  });
  if (label === '') return null;
  const { middleX, middleY } = edgePath(line, laneX);
  return (
    <span
      className={`${styles['pill']} ${styles['branch']}`}
      data-state={state}
      style={{ insetInlineStart: middleX, insetBlockStart: middleY }}
    >
      {label}
    </span>
  );
}

/** Which way each edge of a condition is, where its node is too small to say it. */
export function BranchPills({ routes }: { routes: readonly RoutedEdge[] }) {
  return routes.map((route) => <BranchPill key={route.edge.id} {...route} />);
}
