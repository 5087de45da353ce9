import type { FlowType } from '@tendril/contract/flow/flow';

/** Where an empty canvas of a kind is. */
const newCanvas = {
  CHATFLOW: '/canvas',
  MULTIAGENT: '/agentcanvas',
  AGENTFLOW: '/v2/agentcanvas',
} as const satisfies Record<FlowType, string>;

/** Where the canvas of a flow is; without an id, that of a new one. */
export function canvasPath(kind: FlowType, id?: string): string {
  if (id === undefined) return newCanvas[kind];
  return `${kind === 'CHATFLOW' ? '/canvas' : '/agentcanvas'}/${id}`;
}

/** The list the canvas was opened from. */
export function listPath(kind: FlowType): string {
  return kind === 'CHATFLOW' ? '/chatflows' : '/agentflows';
}
