import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import * as z from 'zod';
import type { Egress } from '../../../platform/egress/egress.ts';
import { sendWebhook } from './send-webhook.ts';

export interface InboundQuestion {
  url: string;
  secret: string;
  callId: string;
  fromNumber: string;
  toNumber: string;
  /** The default answer: who takes the call without a webhook. */
  agentId: string | undefined;
}

/** What a receiver may say about an incoming call. */
const inboundAnswer = z.object({
  call_inbound: z
    .strictObject({
      override_agent_id: z.string().min(1).max(64).nullish(),
      override_agent_version: z.union([z.number().int(), z.string().max(64)]).nullish(),
      dynamic_variables: z
        .record(
          z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, 'must be letters, digits, "_", "." or "-"'),
          z.string().max(10_000),
        )
        .nullish(),
      metadata: z.record(z.string().max(100), z.unknown()).nullish(),
      /** Known, but without effect here. */
      agent_override: z.record(z.string(), z.unknown()).nullish(),
    })
    .optional(),
});

export type InboundAnswer =
  | {
      isAnswered: true;
      agentId: string | undefined;
      agentVersion: number | string | undefined;
      variables: Record<string, string>;
      metadata: Record<string, unknown>;
      status: number | null;
      ms: number;
    }
  | { isAnswered: false; status: number | null; error: string; ms: number };

const mostAttempts = 3;
const pauseMs = 250;

/**
 * Asks a receiver who shall take an incoming call. All attempts together take no longer than `timeoutMs`: the caller
 * hears it ring. An unintelligible response is recorded and changes nothing.
 */
export async function askInbound(
  egress: Egress,
  { url, secret, callId, fromNumber, toNumber, agentId }: InboundQuestion,
  timeoutMs: number,
): Promise<InboundAnswer> {
  const startedAt = performance.now();
  const passedMs = () => Math.round(performance.now() - startedAt);
  const asked = {
    ...(agentId !== undefined && { agent_id: agentId }),
    from_number: fromNumber,
    to_number: toNumber,
    call_id: callId,
  };
  const event = 'call_inbound';
  const request = { url, secret, event, deliveryId: `inbound_${callId}` };
  const body = JSON.stringify({ event, call_inbound: asked });
  for (let attempt = 1; ; attempt += 1) {
    const leftMs = Math.max(1, timeoutMs - passedMs());
    const outcome = await sendWebhook(egress, { ...request, body, timeoutMs: leftMs }, true);
    if (outcome.isOk) return readAnswer(outcome.text, outcome.status, passedMs());
    const mayRetry = (outcome.status === null || outcome.status >= 500) && !outcome.isFinal;
    const error = outcome.error ?? 'could not be asked';
    if (!mayRetry || attempt === mostAttempts || timeoutMs - passedMs() <= pauseMs)
      return { isAnswered: false, status: outcome.status, error, ms: passedMs() };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function readAnswer(text: string, status: number | null, ms: number): InboundAnswer {
  const refuse = (error: string): InboundAnswer => ({ isAnswered: false, status, error, ms });
  let given: unknown;
  try {
    given = text.trim() === '' ? {} : parseShallowJson(text);
  } catch {
    return refuse('the answer is not JSON');
  }
  const parsed = inboundAnswer.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(`the answer is not understood: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const answer = parsed.data.call_inbound ?? {};
  return {
    isAnswered: true,
    agentId: answer.override_agent_id ?? undefined,
    agentVersion: answer.override_agent_version ?? undefined,
    variables: answer.dynamic_variables ?? {},
    metadata: answer.metadata ?? {},
    status,
    ms,
  };
}
