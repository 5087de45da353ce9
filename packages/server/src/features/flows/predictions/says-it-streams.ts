import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { RunnableFlow } from '../flows/public.ts';

/**
 * What callers are told of whether a flow streams. Clients ask before they show a key, so a private flow says the same
 * as one that is not there; one that cannot sends its answer to whoever wants a stream in one piece.
 */
export function saysItStreams(
  flow: Pick<RunnableFlow, 'isPublic' | 'apikeyid'> | undefined,
  plan: Pick<FlowPlan, 'canStream'> | undefined,
): boolean {
  return flow?.isPublic && flow.apikeyid === null && plan ? plan.canStream : true;
}
