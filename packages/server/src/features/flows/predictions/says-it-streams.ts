import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { RunnableFlow } from '../flows/public.ts';

/**
 * Whether a flow streams, as callers see it. Clients ask before they present a key, so the answer for a private flow
 * is that for an unknown id; one that cannot stream sends its answer in one piece to callers that request a stream.
 */
export function saysItStreams(
  flow: Pick<RunnableFlow, 'isPublic' | 'apikeyid'> | undefined,
  plan: Pick<FlowPlan, 'canStream'> | undefined,
): boolean {
  return flow?.isPublic && flow.apikeyid === null && plan ? plan.canStream : true;
}
