import { type AcceptedWebhook, webhookEndpoints } from '@tendril/contract/api/flow-triggers';
import { predictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Admission } from '../../../platform/http/admission.ts';
import type { App } from '../../../platform/http/app.ts';
import { type Streamed, streamed } from '../../../platform/http/event-stream.ts';
import { readRawBody } from '../../../platform/http/raw-body.ts';
import { serve } from '../../../platform/http/serve.ts';
import {
  answerByJson,
  answerByStream,
  callersOf,
  type FlowPlans,
  type PredictionService,
  saysItStreams,
} from '../predictions/public.ts';
import type { AdmittedWebhook } from './admit-webhook.ts';
import { deliveryMarks } from './delivery-marks.ts';
import type { FiringInput } from './firing-input.ts';
import type { FiringRow, FiringRun } from './flow-firings.store.ts';
import { readWebhook } from './read-webhook.ts';
import { isGenuine } from './verify-webhook.ts';
import type { WebhookDeliveries } from './webhook-deliveries.ts';
import { webhookInput } from './webhook-input.ts';

interface WebhookRouteParts {
  admission: Admission<AdmittedWebhook>;
  deliveries: WebhookDeliveries;
  plans: Pick<FlowPlans, 'plan'>;
  predictions: Pick<PredictionService, 'ask'>;
  /** The kept secret of a flow's webhook. */
  openSecret(scope: Scope, flowId: string): Promise<string>;
  now(): number;
}

interface Delivery extends AdmittedWebhook {
  bytes: Buffer;
  search: string;
  request: FastifyRequest;
  reply: FastifyReply;
  signal: AbortSignal;
}

/** A sender that does not wait has its work done all the same. */
const never = new AbortController().signal;

/** Routes of webhooks, under Flowise's address too; in a context of their own, because they need the bytes of a body. */
export async function webhookRoutes(app: App, parts: WebhookRouteParts): Promise<void> {
  await app.fastify.register(async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', readRawBody);
    const inner: App = { ...app, fastify };
    for (const endpoint of webhookEndpoints)
      serve(
        inner,
        endpoint,
        ({ request, reply, signal }) => {
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const search = request.url.split('?').slice(1).join('?');
          return receive(app, parts, {
            ...parts.admission.of(request),
            bytes,
            search,
            request,
            reply,
            signal,
          });
        },
        { alias: true, admit: parts.admission.admit },
      );
  });
}

async function receive(app: App, parts: WebhookRouteParts, delivery: Delivery) {
  const { flow, start, bytes, search, request, reply } = delivery;
  await requireSignature(parts, delivery);
  const content = readWebhook(
    { bytes, search, headers: request.headers, contentType: request.headers['content-type'] ?? '' },
    start,
  );
  const isHmac = start.isSigned && start.signatureType === 'hmac-sha256';
  const marks = deliveryMarks({ method: request.method, bytes, search, isHmac, headers: request.headers });
  const input = webhookInput(delivery, content);
  const isAsync = start.responseMode === 'async';
  const { deliveries } = parts;
  const taken = await (isAsync ? deliveries.queue(flow, marks, input) : deliveries.take(flow, marks, input));
  if (!taken.isNew) return repeated(reply, taken.firing, taken.run);
  if (!isAsync) return answer(app, parts, delivery, taken.firing);
  return say(reply, { status: 'PROCESSING', chatId: input.chatId, runId: taken.firing.runId });
}

/** Throws UNAUTHORIZED; nothing of the request is read before that. */
async function requireSignature(
  { openSecret, now }: WebhookRouteParts,
  { flow, start, bytes, search, request }: Delivery,
): Promise<void> {
  if (!start.isSigned) return;
  const secret = start.secret || (await openSecret(flow, flow.id));
  const signature = request.headers[start.signatureHeader];
  const signed = bytes.length > 0 ? bytes : Buffer.from(search);
  if (
    isGenuine(
      start,
      secret,
      { signed, signature: typeof signature === 'string' ? signature : undefined },
      now(),
    )
  )
    return;
  throw new AppError(
    'UNAUTHORIZED',
    `The signature in "${start.signatureHeader}" is missing, wrong or too old.`,
  );
}

async function answer(app: App, parts: WebhookRouteParts, delivery: Delivery, firing: FiringRow) {
  const { plans, predictions, deliveries } = parts;
  const { flow, start, request, reply, signal } = delivery;
  const { trigger, callback: _, ...asked } = JSON.parse(firing.input) as FiringInput;
  try {
    const version = await plans.plan(flow, flow.liveVersionId);
    const asking = {
      admitted: { flow, version, callers: callersOf(flow) },
      body: predictionBody.parse(asked),
      isOwn: false,
      started: { source: 'webhook' as const, trigger, runId: firing.runId },
      onAccepted: () => void deliveries.started(firing).catch(() => {}),
      reply,
    };
    const streams = start.responseMode === 'stream' && saysItStreams(flow, version.plan);
    return streams
      ? await answerByStream(app, predictions, { ...asking, request, signal })
      : await answerByJson(predictions, { ...asking, signal: never });
  } catch (error) {
    const reason = error instanceof AppError ? error.message : 'The flow could not be started.';
    await deliveries.failed(firing, reason);
    throw error;
  }
}

/** What is said of a delivery that has come before: it does not start the flow again. */
function repeated(reply: FastifyReply, { runId, input }: FiringRow, run: FiringRun | undefined): Streamed {
  const { chatId = runId } = JSON.parse(input) as FiringInput;
  const isUnderWay = run === undefined || run.status === 'running';
  const isDone = run?.status === 'done' || run?.status === 'waiting';
  const status = isUnderWay ? 'PROCESSING' : isDone ? 'DONE' : 'FAILED';
  return say(reply, { status, chatId, runId, isRepeated: true });
}

// The status depends on what is said, so that it is sent here.
function say(reply: FastifyReply, accepted: AcceptedWebhook): Streamed {
  reply.code(accepted.status === 'PROCESSING' ? 202 : 200).send(accepted);
  return streamed;
}
