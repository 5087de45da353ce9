import type { Answer, Body } from '@tendril/contract/api/endpoint';
import { type createRetellWebCall, retellWebCallBody } from '@tendril/contract/api/retell-calls';
import { callTokenMs } from '@tendril/contract/voice/call-socket';
import type { FastifyRequest } from 'fastify';
import type { ScopedCaller } from '../../../platform/http/caller.ts';
import { holderOf } from '../../../platform/http/holder.ts';
import { ownOrigin } from '../../../platform/http/own-origin.ts';
import { refuseUnserved } from './refuse-unserved.ts';
import type { RetellCallParts } from './retell-calls.ts';
import { retellVersions } from './retell-versions.ts';

/** Registers a call from a page; what callers hear answers it unless a version is named. */
export function registerRetellWebCall(parts: RetellCallParts) {
  const { placed, publicUrl } = parts;
  const versions = retellVersions(parts);
  return async (
    caller: ScopedCaller,
    request: FastifyRequest,
    body: Body<typeof createRetellWebCall>,
  ): Promise<Answer<typeof createRetellWebCall>> => {
    refuseUnserved(retellWebCallBody, body);
    const { agent_id: agentId, agent_version: wanted } = body;
    const version =
      wanted === undefined ? 'live' : ((await versions.find(caller, agentId, wanted)).id ?? 'draft');
    const {
      call,
      token,
      socket: place,
    } = await placed.register(caller, {
      agentId,
      version,
      channel: 'audio',
      kind: 'web',
      variables: body.retell_llm_dynamic_variables ?? {},
      metadata: body.metadata ?? {},
      isForOtherPages: caller.kind === 'apiKey',
      holder: holderOf(caller),
    });
    const socket = new URL(place, publicUrl ?? ownOrigin(request));
    socket.protocol = socket.protocol.replace(/^http/, 'ws');
    return {
      access_token: token,
      call_id: call.id,
      expires_at: call.createdAt + callTokenMs,
      ice_servers: [],
      transport: 'gateway',
      socket_url: socket.href,
    };
  };
}
