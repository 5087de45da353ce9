import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, ScopedCaller } from '../../../platform/http/caller.ts';
import { isVisitor } from './flow-access.ts';
import type { FlowPlans } from './flow-plans.ts';
import type { PredictionService } from './predictions.service.ts';
import type { Admitted } from './turn-runner.ts';
import { type createVisitorRules, requireAllowedOrigin } from './visitor-rules.ts';

/** A caller let in, and whether it is a stranger to the flow's workspace. */
export interface Entered extends Admitted {
  readonly isStranger: boolean;
}

/** How strangers are checked: by the page they come from, and with `message` by the flow's own rate limit too. */
export type EntryCheck = 'message' | 'origin' | 'none';

/** The door of a flow, for every route that outside programs use it by. */
export function createFlowGate(
  predictions: Pick<PredictionService, 'admit'>,
  plans: FlowPlans,
  visitors: ReturnType<typeof createVisitorRules>,
) {
  return {
    /** Throws UNAUTHORIZED, NOT_FOUND, ORIGIN_NOT_ALLOWED or TOO_MANY_REQUESTS. */
    async enter(
      caller: Caller,
      flowId: string,
      request: FastifyRequest,
      reply: FastifyReply,
      check: EntryCheck = 'origin',
    ): Promise<Entered> {
      const admitted = await predictions.admit(caller, flowId);
      const isStranger = isVisitor(caller, admitted.flow);
      if (isStranger && check === 'message') visitors.check(admitted.flow, request, reply);
      if (isStranger && check === 'origin') requireAllowedOrigin(admitted.flow, request);
      return { ...admitted, isStranger };
    },

    /** A flow of the caller's own workspace, as it stands on the canvas. Throws NOT_FOUND. */
    async enterDraft(caller: ScopedCaller, flowId: string): Promise<Admitted> {
      const flow = await plans.find(flowId);
      if (flow?.workspaceId !== caller.workspaceId) throw new AppError('NOT_FOUND', 'There is no such flow.');
      return { flow, version: await plans.plan(flow, flow.draftVersionId) };
    },
  };
}

export type FlowGate = ReturnType<typeof createFlowGate>;
