import * as z from 'zod';
import { webAddress } from '../voice/web-address.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { agentsPrefix } from './prefixes.ts';

const tag = 'Voice webhooks';
const auth = 'sessionOrKey';
const one = `${agentsPrefix}/:id/webhook`;

const webhookDelivery = z.object({
  id,
  event: z.string(),
  callId: id.nullable(),
  url: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  lastStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
  lastMs: z.number().nullable(),
  createdAt: timestamp,
  nextAt: timestamp.nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: `${one}/deliveries`,
  auth,
  permits: 'calls:listen',
  tag,
  summary: 'The latest deliveries to an agent’s webhook, newest first.',
  params: idParams,
  response: z.object({ data: z.array(webhookDelivery) }),
});

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: `${one}/deliveries/:deliveryId/resend`,
  auth,
  permits: 'webhooks:edit',
  tag,
  summary: 'Sends a delivery again, now.',
  params: z.strictObject({ id, deliveryId: id }),
  response: z.object({ data: webhookDelivery }),
});

/** Sends a signed `call_ended` of a made-up call, marked `test: true`, and returns the response. */
export const testWebhook = endpoint({
  method: 'POST',
  path: `${one}/test`,
  auth: 'session',
  permits: 'webhooks:edit',
  tag,
  summary: 'Tries an address before it is saved.',
  params: idParams,
  body: z.strictObject({ url: webAddress() }),
  response: z.object({
    isOk: z.boolean(),
    status: z.number().int().nullable(),
    ms: z.number(),
    error: z.string().nullable(),
  }),
});

/** The signing secret: shown whole only once, when it is created. */
export const readWebhookSecret = endpoint({
  method: 'GET',
  path: `${one}/secret`,
  auth: 'session',
  permits: 'voice-agents:read',
  tag,
  summary: 'A mask of the secret that signs events; empty when there is none.',
  params: idParams,
  response: z.object({ hint: z.string(), createdAt: timestamp.nullable() }),
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: `${one}/secret`,
  auth: 'session',
  permits: 'webhooks:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Makes a new secret and shows it once; the old one stops signing.',
  params: idParams,
  response: z.object({ secret: z.string(), hint: z.string() }),
  status: 201,
});
