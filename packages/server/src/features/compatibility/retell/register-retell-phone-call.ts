import type { Body } from '@tendril/contract/api/endpoint';
import { type registerRetellPhoneCall, retellArrivingCallBody } from '@tendril/contract/api/retell-calls';
import { invalidInput } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import { type RetellCall, toRetellCall } from '../../voice/voice-webhooks/public.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import type { RetellCallParts } from './retell-calls.ts';
import { retellVersions } from './retell-versions.ts';

/** Registers a call before it arrives: its agent answers instead of the number's, and knows what was given. */
export function registerArrivingCall(parts: RetellCallParts) {
  const { calls, numbers, publicUrl } = parts;
  const versions = retellVersions(parts);
  return async (scope: Scope, body: Body<typeof registerRetellPhoneCall>): Promise<RetellCall> => {
    refuseUnserved(retellArrivingCallBody, body);
    const { agent_id: agentId, agent_version: wanted, from_number: from, to_number: to } = body;
    if (!(await numbers.list(scope)).some(({ phoneNumber }) => phoneNumber === to))
      throw invalidInput([{ path: ['to_number'], message: 'is not a number of this workspace' }]);
    const call = await calls.phones.registerArriving(scope, {
      agentId,
      version: wanted === undefined ? 'live' : ((await versions.find(scope, agentId, wanted)).id ?? 'draft'),
      fromNumber: from,
      toNumber: to,
      variables: body.retell_llm_dynamic_variables ?? {},
      metadata: body.metadata ?? {},
    });
    return toRetellCall(call, publicUrl === undefined ? {} : { publicUrl });
  };
}
