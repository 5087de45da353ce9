import type { Egress } from '../../../platform/egress/egress.ts';
import { encodeOtlpRequest } from './otlp-protobuf.ts';
import type { OtlpRequest } from './otlp-request.ts';
import type { Delivery } from './trace-queue.ts';

interface TraceRequest {
  url: string;
  headers: Record<string, string>;
  isBinary: boolean;
  body: OtlpRequest;
  signal: AbortSignal;
}

/** What one attempt came to; `problem` in words for the log. */
export type TraceDelivery = Delivery & { problem?: string };

const timeoutMs = 10_000;
const mostAnswerBytes = 256 * 1024;
/** The answers that OTLP has a client repeat. */
const passing = new Set([429, 502, 503, 504]);

/** Posts one batch to a receiver. A redirect is not followed: the keys are for the address that was entered. */
export async function sendTraces(
  egress: Pick<Egress, 'fetch'>,
  { url, headers, isBinary, body, signal }: TraceRequest,
): Promise<TraceDelivery> {
  const type = isBinary ? 'application/x-protobuf' : 'application/json';
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body: isBinary ? new Uint8Array(encodeOtlpRequest(body)) : JSON.stringify(body),
    redirect: 'manual' as const,
  };
  try {
    const response = await egress.fetch(url, init, { timeoutMs, maxBytes: mostAnswerBytes, signal });
    await response.body?.cancel().catch(() => {});
    return judge(response);
  } catch (error) {
    const { code } = error as { code?: unknown };
    const isFinal = code === 'EGRESS_DENIED' || code === 'CREDENTIAL_HOST' || code === 'INVALID_INPUT';
    const problem = isFinal ? (error as Error).message : 'could not be reached';
    return { outcome: isFinal ? 'refused' : 'later', problem };
  }
}

function judge({ ok, status, headers }: Response): TraceDelivery {
  if (ok) return { outcome: 'sent' };
  const problem = `answered ${status}`;
  if (!passing.has(status)) return { outcome: 'refused', problem };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return { outcome: 'later', problem, ...(seconds >= 0 && { waitMs: seconds * 1000 }) };
}
