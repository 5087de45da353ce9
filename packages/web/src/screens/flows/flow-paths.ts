import { studioPrefix } from '@tendril/contract/api/prefixes';
import type { FlowKind } from './flows.queries.ts';

/** The empty canvas of a kind. */
export function newFlowPath(kind: FlowKind): string {
  return kind === 'CHATFLOW' ? '/canvas' : '/agentcanvas';
}

/** The canvas of a stored flow; with its chat open when it is to be tried. */
export function flowPath(kind: FlowKind, id: string, at?: 'test'): string {
  return `${newFlowPath(kind)}/${id}${at ? '?chat=open' : ''}`;
}

/** The line that calls a flow from a shell. */
export function apiCallOf(id: string, origin: string): string {
  return [
    `curl ${origin}${studioPrefix}/prediction/${id} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H "Authorization: Bearer $TENDRIL_API_KEY" \\`,
    `  -d '{"question": "Hey, how are you?"}'`,
  ].join('\n');
}
