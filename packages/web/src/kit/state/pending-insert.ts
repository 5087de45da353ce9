import type { FlowData } from '@tendril/contract/flow/flow';

/** A graph to insert into a flow once its canvas is open. */
export interface PendingInsert {
  flowId: string;
  name: string;
  flow: FlowData;
}

let pending: PendingInsert | undefined;

/** Stores a graph for the canvas that opens next. */
export function keepInsert(insert: PendingInsert): void {
  pending = insert;
}

/** The graph for this flow; it can be taken only once. */
export function takeInsert(flowId: string | null): PendingInsert | undefined {
  if (!pending || pending.flowId !== flowId) return undefined;
  const taken = pending;
  pending = undefined;
  return taken;
}
