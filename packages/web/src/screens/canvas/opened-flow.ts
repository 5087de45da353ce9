import { queryOptions } from '@tanstack/react-query';
import { type FlowDetail, readFlow } from '@tendril/contract/api/flows';
import { call } from '../../kit/api/call.ts';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { queryClient } from '../../kit/api/query-client.ts';

let ahead: { id: string; answer: Promise<FlowDetail> } | undefined;
/** The flow of the open session, which needs no request. */
let held: string | undefined;

/** Says which flow is open: a new one gets an address of its own without being opened again. */
export function holdFlow(id: string | undefined): void {
  held = id;
}

/** Asks for what the canvas of a flow shows, while the canvas itself is still on its way; without an id, a new flow. */
export function readCanvasAhead(id: string | undefined): void {
  void queryClient.prefetchQuery(nodesQuery);
  if (id === undefined || id === held) return;
  const answer = call(readFlow, { params: { id } });
  // An error is shown by the screen that uses the response.
  answer.catch(() => undefined);
  ahead = { id, answer };
}

/** The flow that is opened; an open canvas holds its own state, so that each opening asks the server again. */
export const openedFlowQuery = (id: string) =>
  queryOptions({
    queryKey: ['opened-flow', id],
    queryFn: ({ signal }) => {
      const begun = ahead?.id === id ? ahead.answer : undefined;
      ahead = undefined;
      return begun ?? call(readFlow, { params: { id }, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
