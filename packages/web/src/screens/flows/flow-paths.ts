import { studioPrefix } from '@tendril/contract/api/prefixes';
import { canvasPath } from '../../kit/lib/flow-paths.ts';
import type { FlowKind } from './flows.queries.ts';

/** The empty canvas of a kind. */
export function newFlowPath(kind: FlowKind): string {
  return canvasPath(kind);
}

const openings = { test: '?chat=open', versions: '?view=versions' } as const;

/** The canvas of a stored flow; with its chat open when it is to be tried, or at its versions. */
export function flowPath(kind: FlowKind, id: string, at?: keyof typeof openings): string {
  return `${canvasPath(kind, id)}${at ? openings[at] : ''}`;
}

/** The shell command that calls a flow. */
export function apiCallOf(id: string, origin: string): string {
  return [
    `curl ${origin}${studioPrefix}/prediction/${id} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H "Authorization: Bearer $TENDRIL_API_KEY" \\`,
    `  -d '{"question": "Hey, how are you?"}'`,
  ].join('\n');
}
