import { agentFlowOutputOf } from '@tendril/contract/flow/agent-flow-node';
import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { ViewportPortal } from '@xyflow/react';
import { agentFlowTexts } from '../../../kit/texts/en/agent-flow.ts';
import { say } from '../../../kit/texts/texts.ts';
import { hasElse } from '../document/branch-text.ts';
import { nodeById } from '../document/node-index.ts';
import { hasBranches, outputPorts } from '../document/node-ports.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { edgeRoutes, type RoutedEdge } from './edge-path.ts';
import { edgeState } from './edge-state.ts';
import styles from './loop-edges.module.css';

/** How far from its source an edge says which way it is, in flow units. */
const fromSource = 34;
/** How far apart its ends have to be for that, in pixels of the screen. */
const leastRoom = 96;

/** Which way an edge of an agent flow is, in a word: the number of its condition, else, the decision, an error. */
export function edgeMark(data: FlowNodeData, sourceHandle: string): string {
  const output = agentFlowOutputOf(sourceHandle, data.id);
  if (output === 'error') return say(agentFlowTexts, 'onError');
  if (output === undefined || !hasBranches(data)) return '';
  const place = Number(output);
  if (data.name === 'humanInputAgentflow') return outputPorts(data)[place]?.label ?? '';
  const isLast = place === outputPorts(data).filter(({ name }) => name !== 'error').length - 1;
  return hasElse(data.name) && isLast ? say(agentFlowTexts, 'else') : output;
}

function StepPill({ edge, line }: RoutedEdge) {
  const state = useCanvas((canvas) => edgeState(canvas, edge));
  const scale = useCanvas((canvas) => canvas.level.scale);
  const label = useCanvas(({ nodes }) => {
    const data = nodeById(nodes, edge.source)?.data;
    return data ? edgeMark(data, edge.sourceHandle) : '';
  });
  // Where there is no room for it, the number at the output itself has to do.
  if (label === '' || line.targetX - line.sourceX < leastRoom * scale) return null;
  return (
    <span
      className={`${styles['pill']} ${styles['branch']}`}
      data-state={state}
      style={{
        insetInlineStart: line.sourceX + fromSource * Math.min(scale, 1.6),
        insetBlockStart: line.sourceY,
      }}
    >
      {label}
    </span>
  );
}

/** Which way each edge from a step with several outputs is. */
export function StepPills() {
  const isShown = useCanvas(({ kind, level }) => kind === 'AGENTFLOW' && level.kind !== 'compact');
  const routes = useCanvas((state) => (isShown ? edgeRoutes(state.nodes, state.edges) : undefined));
  if (!routes) return null;
  return (
    <ViewportPortal>
      {[...routes.values()].map((route) => (
        <StepPill key={route.edge.id} {...route} />
      ))}
    </ViewportPortal>
  );
}
