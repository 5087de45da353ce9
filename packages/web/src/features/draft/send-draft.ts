import type { Answer, EndpointDefinition } from '@tendril/contract/api/endpoint';
import { createFlow, type FlowDetail, saveDraft } from '@tendril/contract/api/flows';
import type { FlowType } from '@tendril/contract/flow/flow';
import { toOutgoing } from '../../kit/api/call.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { send } from '../../kit/api/send.ts';
import { errorTexts } from '../../kit/texts/en/errors.ts';
import { say } from '../../kit/texts/texts.ts';

/** A save that took longer is tried again. */
const patienceMs = 30_000;

interface Parts {
  params?: Record<string, string>;
  headers?: Readonly<Record<string, string>>;
}

/** Calls an endpoint with a body that is JSON already: a large flow is not written a second time. */
async function callWithText<E extends EndpointDefinition>(
  endpoint: E,
  parts: Parts,
  text: string,
): Promise<Answer<E>> {
  const signal = AbortSignal.timeout(patienceMs);
  const response = await send({ ...toOutgoing(endpoint, { ...parts, signal }), text });
  const parsed = endpoint.response?.safeParse(await response.json());
  if (parsed?.success) return parsed.data as Answer<E>;
  throw new RequestError(response.status, 'UNREADABLE', say(errorTexts, 'unreadable'));
}

/** Kind of save, and its note. */
export interface SaveRequest {
  isCheckpoint: boolean;
  note?: string;
}

/** Saves a drawing over the draft it was made from. */
export function sendDraft(
  id: string,
  revision: number,
  flow: string,
  request: SaveRequest,
): Promise<Answer<typeof saveDraft>> {
  const rest = JSON.stringify(request).slice(1);
  return callWithText(
    saveDraft,
    { params: { id }, headers: { 'if-match': String(revision) } },
    `{"flowData":${flow},${rest}`,
  );
}

/** Saves a drawing as a new flow. */
export function sendNewFlow(name: string, type: FlowType, flow: string): Promise<FlowDetail> {
  const rest = JSON.stringify({ name, type }).slice(1);
  return callWithText(createFlow, {}, `{"flowData":${flow},${rest}`);
}
