import * as z from 'zod';
import { e164Pattern, maxAgentShares, phoneNumberFields, trunkTransports } from '../voice/phone-number.ts';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import {
  retellAuth as auth,
  retellPage,
  retellPageQuery,
  retellPrefix,
  retellTag as tag,
} from './retell-pages.ts';

const number = z
  .string()
  .regex(e164Pattern, 'must be in E.164 form: +, country code and number, digits only')
  .meta({ examples: ['+12025550123'] });
const shares = z
  .array(
    z.object({
      agent_id: id,
      agent_version: z
        .union([z.number().int().min(0), z.string().max(100)], 'must be the number of a version')
        .nullish(),
      weight: z.number().min(0, 'must be 0 to 1').max(1, 'must be 0 to 1'),
    }),
  )
  .max(maxAgentShares, `must have at most ${maxAgentShares} agents`)
  .nullish();
export type RetellAgentShares = z.output<typeof shares>;

const text = (max: number) => z.string().max(max, `must have at most ${max} characters`);

/** The changeable fields of a number. */
export const retellNumberBody = z.looseObject({
  nickname: phoneNumberFields.nickname,
  inbound_agents: shares,
  outbound_agents: shares,
  inbound_webhook_url: phoneNumberFields.inboundWebhookUrl,
  fallback_number: phoneNumberFields.fallbackNumber,
  allowed_inbound_country_list: phoneNumberFields.allowedInboundCountries,
  allowed_outbound_country_list: phoneNumberFields.allowedOutboundCountries,
  termination_uri: text(300).optional(),
  transport: z.string().max(10).nullish(),
});
export type RetellNumberBody = z.output<typeof retellNumberBody>;

const share = z.object({ agent_id: z.string(), agent_version: z.number().optional(), weight: z.number() });
const retellPhoneNumber = z.object({
  phone_number: z.string(),
  phone_number_pretty: z.string(),
  phone_number_type: z.enum(['retell-twilio', 'retell-telnyx', 'custom']),
  last_modification_timestamp: timestamp,
  nickname: z.string().nullable(),
  area_code: z.number().int().optional(),
  inbound_agents: z.array(share).nullable(),
  outbound_agents: z.array(share).nullable(),
  inbound_webhook_url: z.string().nullable(),
  fallback_number: z.string().nullable(),
  allowed_inbound_country_list: z.array(z.string()).nullable(),
  allowed_outbound_country_list: z.array(z.string()).nullable(),
  sip_outbound_trunk_config: z
    .object({ termination_uri: z.string(), transport: z.enum(trunkTransports) })
    .nullable(),
});
export type RetellPhoneNumber = z.output<typeof retellPhoneNumber>;

const params = z.strictObject({ phoneNumber: number });
const one = (verb: string) => `${retellPrefix}/${verb}/:phoneNumber`;

/** Numbers are not sold here: the request names one of the workspace's own account at a carrier. */
export const createRetellPhoneNumber = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-phone-number`,
  auth,
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Adds a number that a carrier account of the workspace has.',
  body: retellNumberBody.extend({
    phone_number: number.optional(),
    number_provider: z.enum(['twilio', 'telnyx'], 'must be twilio or telnyx').default('twilio'),
  }),
  response: retellPhoneNumber,
  status: 201,
});

export const importRetellPhoneNumber = endpoint({
  method: 'POST',
  path: `${retellPrefix}/import-phone-number`,
  auth,
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Adds a number that a SIP trunk leads to.',
  body: retellNumberBody.extend({
    phone_number: number,
    termination_uri: text(300).min(1, 'must not be empty'),
  }),
  response: retellPhoneNumber,
  status: 201,
});

export const readRetellPhoneNumber = endpoint({
  method: 'GET',
  path: one('get-phone-number'),
  auth,
  permits: 'phone-numbers:read',
  tag,
  summary: 'A phone number.',
  params,
  response: retellPhoneNumber,
});

export const listRetellPhoneNumbers = endpoint({
  method: 'GET',
  path: `${retellPrefix}/v2/list-phone-numbers`,
  auth,
  permits: 'phone-numbers:read',
  tag,
  summary: 'Phone numbers by pages.',
  query: retellPageQuery,
  response: retellPage(retellPhoneNumber),
});

export const updateRetellPhoneNumber = endpoint({
  method: 'PATCH',
  path: one('update-phone-number'),
  auth,
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Changes the fields of a number that are sent.',
  params,
  body: retellNumberBody,
  response: retellPhoneNumber,
});

export const deleteRetellPhoneNumber = endpoint({
  method: 'DELETE',
  path: one('delete-phone-number'),
  auth,
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Removes a number.',
  params,
});
