import type { EdgeProps } from '@xyflow/react';
import { type CSSProperties, memo, useId } from 'react';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import type { CanvasEdge } from '../document/canvas-doc.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { FlowEdge } from './flow-edge.tsx';

function useColour(nodeId: string): string | undefined {
  return useCanvas(({ nodes }) => {
    const data = nodeById(nodes, nodeId)?.data;
    return data && nodeColour(data);
  });
}

/** An edge of an agent flow: from the colour of its source to that of its target; what a run says of it comes first. */
export const AgentFlowEdge = memo(function AgentFlowEdge(props: EdgeProps<CanvasEdge>) {
  const { source, target, sourceX, sourceY, targetX, targetY, sourceHandleId } = props;
  const id = useId();
  const isError = sourceHandleId?.endsWith('-output-error') === true;
  const from = useColour(source);
  const to = useColour(target);
  return (
    <g style={{ '--idle': `url("#${id}")` } as CSSProperties}>
      <defs>
        <linearGradient
          id={id}
          gradientUnits="userSpaceOnUse"
          x1={sourceX}
          y1={sourceY}
          x2={targetX}
          y2={targetY}
        >
          <stop offset="0" stopColor={isError ? 'var(--error)' : from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
      </defs>
      <FlowEdge {...props} />
    </g>
  );
});
