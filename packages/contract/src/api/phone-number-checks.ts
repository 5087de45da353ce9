import * as z from 'zod';
import { e164Pattern } from '../voice/phone-number.ts';
import { webAddress } from '../voice/web-address.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, timestamp } from './id.ts';
import { phoneNumbersPath } from './phone-numbers.ts';

const tag = 'Phone numbers';
const auth = 'session';
const path = phoneNumbersPath;
/** The largest representable date. */
const lastTime = 8_640_000_000_000_000;

/** What a telephone number reveals of itself. */
export const numberFacts = z.object({
  /** As people write it: "+1 512 555 0142"; as it is stored if its format is unknown. */
  pretty: z.string(),
  /** Null for one without a country. */
  country: z.string().nullable(),
  kind: z.enum(['fixed', 'mobile', 'toll-free', 'premium', 'shared-cost', 'satellite', 'other', 'unknown']),
  isValid: z.boolean(),
});
export type NumberFacts = z.output<typeof numberFacts>;

const phoneNumberOverview = numberFacts.extend({
  id,
  /** `ready`: calls would reach an agent, as soon as a carrier delivers them. */
  state: z.enum(['browser', 'ready', 'paused', 'not-routed', 'failing']),
  /** Of the checks without external requests, and of the latest others. */
  failing: z.number().int(),
  /** Name of the agent with the largest share, or null when none exists. */
  inboundAgentName: z.string().nullable(),
  outboundAgentName: z.string().nullable(),
});
export type PhoneNumberOverview = z.output<typeof phoneNumberOverview>;

export const listPhoneNumberOverviews = endpoint({
  method: 'GET',
  path: `${path}/overviews`,
  auth,
  permits: 'phone-numbers:read',
  tag,
  summary: 'What the list shows beside the numbers: country, form, state, agents.',
  response: z.object({ data: z.array(phoneNumberOverview) }),
});

export const healthCheckNames = [
  'format',
  'connection',
  'carrier',
  'line',
  'inbound',
  'hours',
  'last-call',
] as const;
export type HealthCheckName = (typeof healthCheckNames)[number];

/** `unknown`: could not be checked, which is not a pass. */
const healthCheck = z.object({
  name: z.enum(healthCheckNames),
  state: z.enum(['good', 'bad', 'unknown']),
  /** The result, as a key that the screen has words for. */
  finding: z.string(),
  values: z.record(z.string(), z.string()),
  /** How long the other side took. */
  ms: z.number().nullable(),
});
export type HealthCheck = z.output<typeof healthCheck>;
const phoneNumberHealth = z.object({ checkedAt: timestamp, checks: z.array(healthCheck) });
export type PhoneNumberHealth = z.output<typeof phoneNumberHealth>;

export const readPhoneNumberHealth = endpoint({
  method: 'GET',
  path: `${path}/:id/health`,
  auth,
  permits: 'phone-numbers:read',
  tag,
  summary: 'Checks a number now; a carrier whose key is there is asked.',
  params: idParams,
  response: z.object({ data: phoneNumberHealth }),
});

/** One rule that was evaluated for a call, in order. */
const routeStep = z.object({
  rule: z.enum(['country', 'paused', 'hours', 'after-hours', 'agents', 'fallback']),
  /** The outcome of each rule, as a key that the screen has words for. */
  finding: z.string(),
  values: z.record(z.string(), z.string()),
});
export type RouteStep = z.output<typeof routeStep>;

const inboundDecision = z.object({
  action: z.enum(['answer', 'forward', 'refuse']),
  /** Who answers; null unless somebody does. */
  agentId: id.nullable(),
  agentName: z.string().nullable(),
  /** Null: the live version. */
  versionId: id.nullable(),
  /** Where the call is forwarded to; '' unless it is. */
  forwardTo: z.string(),
  steps: z.array(routeStep),
});
export type InboundDecision = z.output<typeof inboundDecision>;

export const simulateInbound = endpoint({
  method: 'POST',
  path: `${path}/:id/simulate-inbound`,
  auth,
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Decides where a call from a made-up number would go; nobody is called.',
  params: idParams,
  body: z.strictObject({
    /** Empty: a caller with a hidden number. */
    fromNumber: z
      .string()
      .trim()
      .regex(/^$|^\+[1-9]\d{1,14}$/, 'must be in E.164 form: +, country code and number, digits only')
      .meta({ examples: ['+12025550123'] }),
    /** When the call comes; now when absent. */
    at: timestamp.max(lastTime, 'must be a time in ms since 1970').optional(),
  }),
  response: z.object({ data: inboundDecision, from: numberFacts.nullable() }),
});

/** How an inbound webhook's response was understood. */
export const inboundAnswer = z.object({
  agentId: id.nullable(),
  agentName: z.string().nullable(),
  agentVersion: z.string().nullable(),
  variables: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.unknown()),
  /** What could not be used, and why. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type InboundAnswer = z.output<typeof inboundAnswer>;

export const testInboundWebhook = endpoint({
  method: 'POST',
  path: `${path}/:id/inbound-test`,
  auth,
  permits: 'phone-numbers:edit',
  tag,
  summary: 'Asks the inbound webhook about a made-up call and reports what was understood of its answer.',
  params: idParams,
  body: z.strictObject({
    /** Tries an address before it is saved. */
    url: webAddress().optional(),
    fromNumber: z
      .string()
      .regex(e164Pattern, 'must be in E.164 form: +, country code and number, digits only')
      .default('+12025550123'),
  }),
  response: z.object({
    isOk: z.boolean(),
    status: z.number().int().nullable(),
    ms: z.number(),
    error: z.string().nullable(),
    understood: inboundAnswer.nullable(),
  }),
});
export type InboundTest = z.output<(typeof testInboundWebhook)['response']>;

export const readNumberSecret = endpoint({
  method: 'GET',
  path: `${path}/:id/webhook-secret`,
  auth,
  permits: 'phone-numbers:read',
  tag,
  summary: 'A mask of the secret that signs what this number asks; empty when there is none yet.',
  params: idParams,
  response: z.object({ hint: z.string(), createdAt: timestamp.nullable() }),
});

export const renewNumberSecret = endpoint({
  method: 'POST',
  path: `${path}/:id/webhook-secret`,
  auth,
  permits: 'phone-numbers:edit',
  proof: 'ifRequired',
  tag,
  summary: 'Makes a new secret and shows it once; the old one stops signing.',
  params: idParams,
  response: z.object({ secret: z.string(), hint: z.string() }),
  status: 201,
});
