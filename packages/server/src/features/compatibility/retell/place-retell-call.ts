import type { Body } from '@tendril/contract/api/endpoint';
import { type createRetellPhoneCall, retellPhoneCallBody } from '@tendril/contract/api/retell-calls';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { type RetellCall, toRetellCall } from '../../voice/voice-webhooks/public.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import type { RetellCallParts } from './retell-calls.ts';
import { retellVersions } from './retell-versions.ts';

/** Places a call; the number's outbound agent speaks unless another is named. */
export function placeRetellCall(parts: RetellCallParts) {
  const { outbound, publicUrl } = parts;
  const versions = retellVersions(parts);
  return async (scope: Scope, body: Body<typeof createRetellPhoneCall>): Promise<RetellCall> => {
    refuseUnserved(retellPhoneCallBody, body);
    const { override_agent_id: agentId, override_agent_version: wanted } = body;
    if (wanted !== undefined && agentId === undefined) throw needsAgent();
    const version =
      wanted === undefined || agentId === undefined
        ? undefined
        : ((await versions.find(scope, agentId, wanted)).id ?? 'draft');
    const call = await outbound.place(scope, {
      fromNumber: body.from_number,
      toNumber: body.to_number,
      agentId,
      version,
      variables: body.retell_llm_dynamic_variables ?? {},
      metadata: body.metadata ?? {},
      headers: body.custom_sip_headers ?? {},
    });
    return toRetellCall(call, publicUrl === undefined ? {} : { publicUrl });
  };
}

function needsAgent(): AppError {
  const path = 'override_agent_version';
  const message = 'takes override_agent_id';
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
