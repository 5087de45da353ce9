import type { RetellAgentShares, RetellNumberBody } from '@tendril/contract/api/retell-phone-numbers';
import { AppError } from '@tendril/contract/app-error';
import { type AgentShare, phoneNumberFields } from '@tendril/contract/voice/phone-number';
import * as z from 'zod';
import type { Scope } from '../../../platform/db/scope.ts';
import { parseInput } from '../../../platform/http/parse-input.ts';
import type { RetellVersions } from './retell-versions.ts';

const numberFields = z.object(phoneNumberFields);

/** Reads what a Retell client sends of a number as checked fields of ours. Throws INVALID_INPUT by the field. */
export function retellNumberReader(versions: RetellVersions) {
  async function sharesFrom(scope: Scope, shares: RetellAgentShares, path: string) {
    if (!shares) return shares;
    const read: AgentShare[] = [];
    for (const [index, { agent_id: agentId, agent_version: version, weight }] of shares.entries())
      read.push({
        agentId,
        versionId: await versionIdOf(scope, agentId, version, `${path}.${index}.agent_version`),
        weight,
      });
    return read;
  }

  async function versionIdOf(
    scope: Scope,
    agentId: string,
    version: string | number | null | undefined,
    path: string,
  ): Promise<string | null> {
    // The live version answers calls here, whatever its number.
    if (version === null || version === undefined || version === 'latest_published') return null;
    const wanted = Number(version);
    const found = (await versions.listOrNone(scope, agentId)).find((one) => one.version === wanted);
    // A number cannot follow the draft: calls are answered by what is published.
    if (found?.id) return found.id;
    const message = 'is not a published version of this agent';
    throw new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
  }

  return async (scope: Scope, body: RetellNumberBody): Promise<Record<string, unknown>> => {
    const { termination_uri: trunkUri, transport } = body;
    const connection = {
      ...(trunkUri !== undefined && { trunkUri }),
      ...(transport && { transport: transport.toLowerCase() }),
    };
    const fields = {
      nickname: body.nickname,
      inboundAgents: await sharesFrom(scope, body.inbound_agents, 'inbound_agents'),
      outboundAgents: await sharesFrom(scope, body.outbound_agents, 'outbound_agents'),
      inboundWebhookUrl: body.inbound_webhook_url,
      fallbackNumber: body.fallback_number,
      allowedInboundCountries: body.allowed_inbound_country_list,
      allowedOutboundCountries: body.allowed_outbound_country_list,
      ...(Object.keys(connection).length > 0 && { connection }),
    };
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    return parseInput(numberFields, Object.fromEntries(given)) as Record<string, unknown>;
  };
}
