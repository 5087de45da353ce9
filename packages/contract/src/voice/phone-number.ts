import * as z from 'zod';
import { id } from '../api/id.ts';
import { countryCodes } from './country-codes.ts';
import { type OpenHours, openHours } from './open-hours.ts';
import { webAddressOrNothing } from './web-address.ts';

export const phoneProviders = ['browser', 'twilio', 'telnyx', 'sip'] as const;
type PhoneProvider = (typeof phoneProviders)[number];
export const trunkTransports = ['udp', 'tcp', 'tls'] as const;
export const maxAgentShares = 10;
const maxAllowedAddresses = 50;
/** How far the weights of a split may deviate from 1. */
export const weightTolerance = 0.001;

export const e164Pattern = /^\+[1-9]\d{1,14}$/;
const e164Words = 'must be in E.164 form: +, country code and number, digits only';
const e164 = z
  .string()
  .trim()
  .regex(e164Pattern, e164Words)
  .meta({ examples: ['+12025550123'] });
const e164OrNothing = z.union([z.literal(''), e164], e164Words);

/** `versionId` null: the version that is live when the call arrives. */
const agentChoice = z.object({ agentId: id, versionId: id.nullable().default(null) });
export type AgentChoice = z.output<typeof agentChoice>;

const agentShare = agentChoice.extend({
  weight: z.number('must be 0 to 1').min(0, 'must be 0 to 1').max(1, 'must be 0 to 1'),
});
/** The agent that answers, and its share of the calls: 0 to 1. */
export type AgentShare = z.output<typeof agentShare>;

const agentShares = z
  .array(agentShare)
  .max(maxAgentShares, `must have at most ${maxAgentShares} agents`)
  .superRefine((shares, context) => {
    const sum = shares.reduce((total, { weight }) => total + weight, 0);
    if (shares.length > 0 && Math.abs(sum - 1) > weightTolerance)
      context.addIssue({
        code: 'custom',
        message: `weights must add to 1; they add to ${Number(sum.toFixed(3))}`,
      });
    const seen = new Set<string>();
    shares.forEach(({ agentId, versionId }, index) => {
      const key = `${agentId} ${versionId}`;
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: [index, 'agentId'], message: 'is in the split already' });
      seen.add(key);
    });
  });

const countries = z
  .array(z.string().refine((code) => countryCodes.includes(code), 'must be a country code such as US'))
  .max(countryCodes.length);

const webhookUrl = webAddressOrNothing().nullish();

const trunkUri = z
  .string()
  .trim()
  .max(300)
  .regex(
    /^$|^(sips?:)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)(:\d{1,5})?$/,
    'must be a host such as sip.example.com:5061',
  );

const connection = z
  .looseObject({
    trunkUri: trunkUri.nullish(),
    transport: z.enum(trunkTransports, 'must be udp, tcp or tls').nullish(),
    /** A stored credential: login of the trunk, or key of the carrier. */
    credentialId: z.union([id, z.literal('')]).nullish(),
    /** The carrier's own name for the number. */
    carrierNumberId: z.string().max(100).nullish(),
    /** Whether this server signs in at the trunk, so that calls find it. */
    isRegistered: z.boolean('must be true or false').nullish(),
    /** From where else the trunk's calls come: addresses or networks. */
    allowedAddresses: z
      .array(
        z.union(
          [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
          'must be an address such as 203.0.113.7 or a network',
        ),
      )
      .max(maxAllowedAddresses, `must have at most ${maxAllowedAddresses} addresses`)
      .nullish(),
    /** Where requests go, if not to the trunk itself. */
    outboundProxy: trunkUri.nullish(),
    /** Whether sound is encrypted (SRTP). */
    encryptsSound: z.boolean('must be true or false').nullish(),
    /** Whether the other side may send a call on to a number that this one may call (REFER). */
    followsTransfers: z.boolean('must be true or false').nullish(),
  })
  .superRefine((fields, context) => {
    for (const key of Object.keys(fields))
      if (/password|token|secret|api_?key/i.test(key))
        context.addIssue({
          code: 'custom',
          path: [key],
          message: 'belongs into Secrets; name it by credentialId',
        });
  });

const agentId = z.union([id, z.literal('')]).nullish();

/**
 * The known fields of a phone number in requests; every other JSON field is stored as it came. A `provider` that is not
 * text is somebody else's field of the same name.
 */
export const phoneNumberFields = {
  phoneNumber: e164OrNothing.optional(),
  provider: z
    .union(
      [z.enum(phoneProviders), z.record(z.string(), z.unknown())],
      'must be browser, twilio, telnyx or sip',
    )
    .nullish(),
  nickname: z.string().max(200, 'must have at most 200 characters').nullish(),
  /** The simple case; always the agent with the largest share. */
  inboundAgentId: agentId,
  outboundAgentId: agentId,
  inboundAgents: agentShares.nullish(),
  outboundAgents: agentShares.nullish(),
  /** Absent: always open. */
  openHours: openHours.nullish(),
  afterHoursAgent: agentChoice.nullish(),
  /** Where calls go that no agent answers. */
  fallbackNumber: e164OrNothing.nullish(),
  /** Empty or absent: every country. */
  allowedInboundCountries: countries.nullish(),
  allowedOutboundCountries: countries.nullish(),
  inboundWebhookUrl: webhookUrl,
  isPaused: z.boolean('must be true or false').nullish(),
  connection: connection.nullish(),
};

/** A phone number with every known field set, whatever the record holds. */
export interface PhoneNumber {
  id: string;
  /** '' for a line that rings in browsers only. */
  phoneNumber: string;
  provider: PhoneProvider | null;
  nickname: string;
  inboundAgents: AgentShare[];
  outboundAgents: AgentShare[];
  openHours: OpenHours | null;
  afterHoursAgent: AgentChoice | null;
  fallbackNumber: string;
  allowedInboundCountries: string[];
  allowedOutboundCountries: string[];
  inboundWebhookUrl: string;
  isPaused: boolean;
  connection: PhoneConnection;
}

export interface PhoneConnection {
  trunkUri: string;
  transport: (typeof trunkTransports)[number];
  credentialId: string;
  carrierNumberId: string;
  isRegistered: boolean;
  allowedAddresses: string[];
  outboundProxy: string;
  encryptsSound: boolean;
  followsTransfers: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

function readAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function sharesOf(fields: Fields, list: string, single: string): AgentShare[] {
  const shares = readAs(agentShares, fields[list]);
  if (shares && shares.length > 0) return shares;
  const agentId = readAs(id, fields[single]);
  return agentId === undefined ? [] : [{ agentId, versionId: null, weight: 1 }];
}

/** Parses a stored record; a known field with an invalid value counts as absent. */
export function readPhoneNumber(record: Fields & { id: string }): PhoneNumber {
  const text = (name: string) => readAs(z.string(), record[name]) ?? '';
  const link = readAs(connection, record['connection']);
  return {
    id: record.id,
    phoneNumber: text('phoneNumber'),
    provider: readAs(z.enum(phoneProviders), record['provider']) ?? null,
    nickname: text('nickname'),
    inboundAgents: sharesOf(record, 'inboundAgents', 'inboundAgentId'),
    outboundAgents: sharesOf(record, 'outboundAgents', 'outboundAgentId'),
    openHours: readAs(openHours, record['openHours']) ?? null,
    afterHoursAgent: readAs(agentChoice, record['afterHoursAgent']) ?? null,
    fallbackNumber: text('fallbackNumber'),
    allowedInboundCountries: readAs(countries, record['allowedInboundCountries']) ?? [],
    allowedOutboundCountries: readAs(countries, record['allowedOutboundCountries']) ?? [],
    inboundWebhookUrl: text('inboundWebhookUrl'),
    isPaused: record['isPaused'] === true,
    connection: {
      trunkUri: link?.trunkUri ?? '',
      transport: link?.transport ?? 'udp',
      credentialId: link?.credentialId ?? '',
      carrierNumberId: link?.carrierNumberId ?? '',
      isRegistered: link?.isRegistered ?? false,
      allowedAddresses: link?.allowedAddresses ?? [],
      outboundProxy: link?.outboundProxy ?? '',
      encryptsSound: link?.encryptsSound ?? false,
      followsTransfers: link?.followsTransfers ?? false,
    },
  };
}
