import { AgentFlowEdge } from './agent-flow-edge.tsx';
import { AgentTile } from './agent-tile.tsx';
import { FlowEdge } from './flow-edge.tsx';
import { IterationFrame } from './iteration-frame.tsx';
import { NodeCard } from './node-card.tsx';
import { NoteCard } from './note-card.tsx';

/** What draws a node, by the type in its file. */
export const nodeTypes = {
  default: NodeCard,
  customNode: NodeCard,
  agentFlow: AgentTile,
  iteration: IterationFrame,
  stickyNote: NoteCard,
};

/** What draws an edge, by the type in its file. */
export const edgeTypes = { default: FlowEdge, buttonedge: FlowEdge, agentFlow: AgentFlowEdge };
