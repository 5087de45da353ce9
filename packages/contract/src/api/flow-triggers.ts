import * as z from 'zod';
import { endpoint, type Method } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { conversationId, predictionAnswer } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Flow triggers';
const flow = `${studioPrefix}/flows/:id`;
const form = `${studioPrefix}/flow-forms/:id`;

const formField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'options']),
  options: z.array(z.string()),
});

export const readFlowForm = endpoint({
  method: 'GET',
  path: form,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'The form that starts an agent flow.',
  params: idParams,
  response: z.object({ title: z.string(), description: z.string(), fields: z.array(formField) }),
});

export const sendFlowForm = endpoint({
  method: 'POST',
  path: form,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Starts an agent flow with the values of its form, and answers at its end.',
  params: idParams,
  body: z.strictObject({
    values: z.record(z.string().max(255), z.union([z.string(), z.number(), z.boolean()])),
    chatId: conversationId.optional(),
  }),
  response: predictionAnswer,
});

/** The start of an async run, and the answer to a delivery that has come before. */
const accepted = z.object({
  status: z.enum(['PROCESSING', 'DONE', 'FAILED']),
  chatId: z.string(),
  runId: id,
  isRepeated: z.boolean().optional(),
});
export type AcceptedWebhook = z.output<typeof accepted>;

/** The largest body of a webhook. */
export const webhookBytes = 10 * 1024 * 1024;

/**
 * The route of a webhook knows nobody: the flow decides by its signature, or where it asks for none, as for a question.
 * The body is whatever the sender sends, because signatures cover its bytes.
 */
const webhook = <const M extends Method>(method: M) =>
  endpoint({
    method,
    path: `${studioPrefix}/webhook/:id`,
    auth: 'webhook',
    tag,
    summary: 'Starts an agent flow whose Start is a webhook with this method.',
    params: idParams,
    bodyLimit: webhookBytes,
    response: z.union([accepted, predictionAnswer]),
  });

export const webhookEndpoints = [
  webhook('GET'),
  webhook('POST'),
  webhook('PUT'),
  webhook('PATCH'),
  webhook('DELETE'),
] as const;

const missedRule = z.enum(['once', 'skip']);
const overlapRule = z.enum(['skip', 'queue']);

const schedule = z.object({
  cron: z.string(),
  timezone: z.string(),
  isOn: z.boolean(),
  /** What a start that was missed while the server was down leads to. */
  missed: missedRule,
  /** What happens to a start while the run before is still under way. */
  overlap: overlapRule,
  /** Why it does not start anything, in a sentence; empty when it does. */
  problem: z.string(),
  /** The next starts. */
  next: z.array(timestamp),
});

const flowTriggers = z.object({
  start: z.enum(['chat', 'form', 'webhook', 'schedule']),
  /** The starts of what callers get; a draft starts nothing by itself. */
  isPublished: z.boolean(),
  webhook: z
    .object({
      method: z.string(),
      isSigned: z.boolean(),
      signatureHeader: z.string(),
      signatureType: z.enum(['hmac-sha256', 'plain-token']),
      responseMode: z.enum(['sync', 'async', 'stream']),
      /** The secret is written in the Start node and not kept here. */
      isSecretInFlow: z.boolean(),
      /** Of the kept secret; empty when there is none. */
      secretHint: z.string(),
    })
    .nullable(),
  schedule: schedule.nullable(),
});
export type FlowTriggers = z.output<typeof flowTriggers>;

export const readFlowTriggers = endpoint({
  method: 'GET',
  path: `${flow}/triggers`,
  auth: 'session',
  permits: 'flows:read',
  tag,
  summary: 'How the live version of a flow is started.',
  params: idParams,
  response: flowTriggers,
});

export const updateFlowSchedule = endpoint({
  method: 'PATCH',
  path: `${flow}/schedule`,
  auth: 'session',
  permits: 'flows:publish',
  proof: 'ifRequired',
  tag,
  summary: 'Turns the schedule of a flow on or off, or changes its rules.',
  params: idParams,
  body: z.strictObject({ isOn: z.boolean(), missed: missedRule, overlap: overlapRule }).partial(),
  response: flowTriggers,
});

export const renewFlowWebhookSecret = endpoint({
  method: 'POST',
  path: `${flow}/webhook-secret`,
  auth: 'session',
  permits: 'flows:publish',
  proof: 'ifRequired',
  tag,
  summary:
    'Makes a new secret for the webhook of a flow and shows it once; the old one is no longer accepted.',
  params: idParams,
  response: z.object({ secret: z.string(), hint: z.string() }),
  status: 201,
});

const flowFiring = z.object({
  id,
  kind: z.enum(['webhook', 'schedule']),
  /** When it was due, or came. */
  dueAt: timestamp,
  createdAt: timestamp,
  /** `waiting` until its run begins, `started` from then on; the others started nothing. */
  state: z.enum(['waiting', 'started', 'missed', 'skipped', 'failed']),
  /** Why it started nothing. */
  reason: z.string().nullable(),
  /** Of the run that it started. */
  runId: id.nullable(),
  runStatus: z.string().nullable(),
});
export type FlowFiring = z.output<typeof flowFiring>;

export const listFlowFirings = endpoint({
  method: 'GET',
  path: `${flow}/firings`,
  auth: 'session',
  permits: 'conversations:read',
  tag,
  summary: 'The latest deliveries to the webhook of a flow, or starts by its schedule, newest first.',
  params: idParams,
  response: z.object({ data: z.array(flowFiring) }),
});

export const repeatFlowFiring = endpoint({
  method: 'POST',
  path: `${flow}/firings/:firingId/repeat`,
  auth: 'session',
  permits: 'flows:run',
  tag,
  summary: 'Starts the flow once more with what a delivery brought.',
  params: z.strictObject({ id, firingId: id }),
  response: flowFiring,
  status: 201,
});
