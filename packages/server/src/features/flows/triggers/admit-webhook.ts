import { webhookBytes } from '@tendril/contract/api/flow-triggers';
import { idParams } from '@tendril/contract/api/id';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Admission, createAdmission } from '../../../platform/http/admission.ts';
import type { App } from '../../../platform/http/app.ts';
import { anonymousAllowance } from '../../../platform/http/json-body.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import type { RunnableFlow } from '../flows/public.ts';
import { type FlowPlans, requireRunRight } from '../predictions/public.ts';
import type { WebhookStart } from './flow-start.ts';
import type { FlowStarts } from './flow-starts.ts';
import { requireContentType } from './read-webhook.ts';

/** A webhook that may be called in this way; a signature is still to be checked. */
export interface AdmittedWebhook {
  flow: RunnableFlow;
  start: WebhookStart;
  /** Its caller belongs to the workspace, or will prove to know the secret. */
  isTrusted: boolean;
}

interface AdmitParts {
  identify: App['identify'];
  plans: Pick<FlowPlans, 'find'>;
  starts: FlowStarts;
  checkRate(flow: RunnableFlow, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/**
 * Decides on a webhook before its body is read. The caller is nobody's by the route: an Authorization header may hold
 * the sender's own token, so keys and sessions count only where the flow asks for no signature.
 */
export function admitWebhook({ identify, plans, starts, checkRate }: AdmitParts): Admission<AdmittedWebhook> {
  return createAdmission(async (request, reply) => {
    const { id } = parseInput(idParams, request.params, 'params') as { id: string };
    const flow = await plans.find(id);
    if (!flow) throw new AppError('NOT_FOUND', 'There is no webhook at this address.');
    const start = await starts.of(flow);
    if (start.kind !== 'webhook')
      throw new AppError(
        'NOT_FOUND',
        'This flow does not start with a webhook. Choose "Webhook Trigger" in its Start node and publish it.',
      );
    if (request.method !== start.method) {
      reply.header('allow', start.method);
      throw new AppError('METHOD_NOT_ALLOWED', `This webhook takes ${start.method} only.`);
    }
    requireContentType(start, request.headers['content-type'], hasBody(request));
    const isTrusted = start.isSigned || (await isMember(identify, request, flow));
    if (start.isSigned || !isTrusted) await checkRate(flow, request, reply);
    request.bodyAllowance = anonymousAllowance(isTrusted ? webhookBytes : undefined);
    return { flow, start, isTrusted };
  });
}

/** Throws UNAUTHORIZED or NOT_FOUND for somebody who may not run the flow. */
async function isMember(
  identify: App['identify'],
  request: FastifyRequest,
  flow: RunnableFlow,
): Promise<boolean> {
  const caller = await identify(request, { auth: 'flow', permits: 'flows:run' });
  requireRunRight(caller, flow);
  return caller.kind !== 'anonymous' && caller.workspaceId === flow.workspaceId;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
