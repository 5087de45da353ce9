import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { corePrefix } from './prefixes.ts';

const tag = 'Phone numbers';
const path = `${corePrefix}/assistant-phone-numbers`;

/** What is known of a number; every other JSON field is kept as it came (SP-03). */
export const assistantPhoneNumber = z.looseObject({ id, phoneNumber: z.string() });
export type AssistantPhoneNumber = z.output<typeof assistantPhoneNumber>;

const agentId = z.union([id, z.literal('')]).nullish();
const webhookUrl = z
  .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'must be a web address' }).max(2000)])
  .nullish();

const numberFields = z.looseObject({
  id: id.optional(),
  phoneNumber: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{1,14}$/, 'must be in E.164 form: +, country code and number, digits only'),
  nickname: z.string().max(200, 'must have at most 200 characters').nullish(),
  inboundAgentId: agentId,
  outboundAgentId: agentId,
  inboundWebhookUrl: webhookUrl,
});
const numberAnswer = z.object({ data: assistantPhoneNumber });

export const listPhoneNumbers = endpoint({
  method: 'GET',
  path,
  auth: 'session',
  tag,
  summary: 'Phone numbers of the workspace, oldest first.',
  response: z.object({ data: z.array(assistantPhoneNumber) }),
});

export const createPhoneNumber = endpoint({
  method: 'POST',
  path,
  auth: 'session',
  tag,
  summary: 'Adds a phone number.',
  body: numberFields,
  response: numberAnswer,
  status: 201,
});

export const updatePhoneNumber = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'session',
  tag,
  summary: 'Changes the fields that are sent; the others stay.',
  params: idParams,
  body: numberFields.partial(),
  response: numberAnswer,
});

export const deletePhoneNumber = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'session',
  tag,
  summary: 'Deletes a phone number.',
  params: idParams,
});
