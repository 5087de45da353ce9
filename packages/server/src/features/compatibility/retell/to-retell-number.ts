import type { RetellPhoneNumber } from '@tendril/contract/api/retell-phone-numbers';
import type { AgentShare, PhoneNumber } from '@tendril/contract/voice/phone-number';

export interface NumberFacts {
  pretty: string;
  modifiedAt: number;
  /** The number that Retell gives a version, by its id. */
  versionNumbers: ReadonlyMap<string, number>;
}

/** A phone number in Retell's format. */
export function toRetellNumber(number: PhoneNumber, facts: NumberFacts): RetellPhoneNumber {
  const { phoneNumber, provider, connection } = number;
  const areaCode = /^\+1(\d{3})\d{7}$/.exec(phoneNumber)?.[1];
  return {
    phone_number: phoneNumber,
    phone_number_pretty: facts.pretty,
    phone_number_type: provider === 'twilio' || provider === 'telnyx' ? `retell-${provider}` : 'custom',
    last_modification_timestamp: facts.modifiedAt,
    nickname: number.nickname || null,
    ...(areaCode !== undefined && { area_code: Number(areaCode) }),
    inbound_agents: sharesOf(number.inboundAgents, facts),
    outbound_agents: sharesOf(number.outboundAgents, facts),
    inbound_webhook_url: number.inboundWebhookUrl || null,
    fallback_number: number.fallbackNumber || null,
    allowed_inbound_country_list: unlessEmpty(number.allowedInboundCountries),
    allowed_outbound_country_list: unlessEmpty(number.allowedOutboundCountries),
    sip_outbound_trunk_config:
      connection.trunkUri === ''
        ? null
        : { termination_uri: connection.trunkUri, transport: connection.transport },
  };
}

function sharesOf(shares: readonly AgentShare[], { versionNumbers }: NumberFacts) {
  if (shares.length === 0) return null;
  return shares.map(({ agentId, versionId, weight }) => {
    const version = versionId === null ? undefined : versionNumbers.get(versionId);
    return { agent_id: agentId, ...(version !== undefined && { agent_version: version }), weight };
  });
}

const unlessEmpty = <T>(list: readonly T[]) => (list.length === 0 ? null : [...list]);
