import type { FlowData } from '@tendril/contract/flow/flow';

/** A graph that is to be put into a flow once its canvas is open. */
export interface PendingInsert {
  flowId: string;
  name: string;
  flow: FlowData;
}

let pending: PendingInsert | undefined;

/** Keeps a graph for the canvas that is opened next. */
export function keepInsert(insert: PendingInsert): void {
  pending = insert;
}

/** The graph for this flow; it is given once. */
export function takeInsert(flowId: string | null): PendingInsert | undefined {
  if (!pending || pending.flowId !== flowId) return undefined;
  const taken = pending;
  pending = undefined;
  return taken;
}
