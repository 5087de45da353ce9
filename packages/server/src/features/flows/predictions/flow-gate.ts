import type { EndpointDefinition, Params } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { FlowPlan } from '@tendril/engine/flow-plan';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Admission, createAdmission } from '../../../platform/http/admission.ts';
import type { Caller, ScopedCaller } from '../../../platform/http/caller.ts';
import { anonymousAllowance } from '../../../platform/http/json-body.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { isVisitor } from './flow-access.ts';
import type { FlowPlans } from './flow-plans.ts';
import type { PredictionService } from './predictions.ts';
import type { Admitted } from './turn-runner.ts';
import { createVisitorChats } from './visitor-chats.ts';
import { type createVisitorRules, requireAllowedOrigin } from './visitor-rules.ts';

/** An admitted caller, and whether it is a visitor, that is, no member or key of the flow's workspace. */
export interface Entered extends Admitted {
  readonly isVisitor: boolean;
  /** The chat that this caller means by a name. */
  chatOf(name: string): string;
}

/** How visitors are checked: by their page's origin, and with `message` by the flow's rate limit too. */
type EntryCheck = 'message' | 'origin' | 'none';

interface FlowGateParts {
  predictions: Pick<PredictionService, 'admit' | 'callersOf'>;
  plans: FlowPlans;
  visitors: ReturnType<typeof createVisitorRules>;
  vault: Pick<Vault, 'deriveKey'>;
  /** Whether a flow uses files that come with a question. */
  takesUploads(flow: RunnableFlow, plan: FlowPlan): boolean;
}

const itself = (name: string): string => name;

/** Access control of a flow, for every route that other programs use it by. */
export function createFlowGate({ predictions, plans, visitors, vault, takesUploads }: FlowGateParts) {
  const visitorChats = createVisitorChats(vault.deriveKey('visitor-chat'));

  /** Throws UNAUTHORIZED, NOT_FOUND, ORIGIN_NOT_ALLOWED or TOO_MANY_REQUESTS. */
  async function enter(
    caller: Caller,
    flowId: string,
    request: FastifyRequest,
    reply: FastifyReply,
    check: EntryCheck = 'origin',
  ): Promise<Entered> {
    const admitted = await predictions.admit(caller, flowId);
    if (!isVisitor(caller, admitted.flow)) return { ...admitted, isVisitor: false, chatOf: itself };
    if (check === 'message') await visitors.check(admitted.flow, request, reply);
    if (check === 'origin') requireAllowedOrigin(admitted.flow, request);
    const visitor = visitorChats.visitorOf(admitted.flow.id, request);
    return { ...admitted, visitor, isVisitor: true, chatOf: visitor.chatOf };
  }

  return {
    enter,

    /**
     * `enter` before the body is read, for a route whose path names the flow. Visitors' files are read only where the
     * flow accepts any; throws FORBIDDEN for others, and TOO_LARGE for a body beyond what text needs.
     */
    admission<E extends EndpointDefinition>(
      endpoint: E,
      flowIdOf: (params: Params<E>) => string,
      check: EntryCheck = 'origin',
    ): Admission<Entered> {
      return createAdmission(async (request, reply) => {
        const params = parseInput(endpoint.params, request.params, 'params') as Params<E>;
        const entered = await enter(request.caller, flowIdOf(params), request, reply, check);
        if (entered.isVisitor) limitBody(takesUploads(entered.flow, entered.version.plan), request);
        return entered;
      });
    },

    /** A flow of the caller's own workspace, in its draft version. Throws NOT_FOUND. */
    async enterDraft(caller: ScopedCaller, flowId: string): Promise<Admitted> {
      const flow = await plans.find(flowId);
      if (flow?.workspaceId !== caller.workspaceId) throw missing();
      const callers = await predictions.callersOf(caller, flow);
      return { flow, version: await plans.plan(flow, flow.draftVersionId), callers };
    },

    /** A flow of the caller's own workspace, in its live version. Throws NOT_FOUND. */
    async enterOwn(caller: ScopedCaller, flowId: string): Promise<Admitted> {
      const admitted = await predictions.admit(caller, flowId);
      if (admitted.flow.workspaceId !== caller.workspaceId) throw missing();
      return admitted;
    },
  };
}

export type FlowGate = ReturnType<typeof createFlowGate>;

function limitBody(takesFiles: boolean, request: FastifyRequest): void {
  if (!takesFiles && /^multipart\//i.test(request.headers['content-type'] ?? ''))
    throw new AppError('FORBIDDEN', 'This flow does not accept files. Its owner can turn on file uploads.');
  request.bodyAllowance = anonymousAllowance(takesFiles ? Number.POSITIVE_INFINITY : undefined);
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'Flow not found.');
}
