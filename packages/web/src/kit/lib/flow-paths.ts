import type { FlowType } from '@tendril/contract/flow/flow';

/** Where the canvas of a flow is. */
export function canvasPath(kind: FlowType, id?: string): string {
  const base = kind === 'CHATFLOW' ? '/canvas' : '/agentcanvas';
  return id === undefined ? base : `${base}/${id}`;
}

/** The list the canvas was opened from. */
export function listPath(kind: FlowType): string {
  return kind === 'CHATFLOW' ? '/chatflows' : '/agentflows';
}
