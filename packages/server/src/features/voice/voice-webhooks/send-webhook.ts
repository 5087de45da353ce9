import type { Egress } from '../../../platform/egress/egress.ts';
import { flowEndedEvent } from './webhook-outbox.ts';
import { signCallback, signWebhook } from './webhook-signature.ts';

interface WebhookRequest {
  url: string;
  /** Sent as it is: the signature covers exactly these bytes. */
  body: string;
  secret: string;
  /** The same for every attempt at the same event, so that a receiver can recognize a repetition. */
  deliveryId: string;
  event: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface WebhookOutcome {
  isOk: boolean;
  status: number | null;
  ms: number;
  error: string | null;
  /** Another attempt would fail in the same way: the receiver wants no more, or must not be reached from here. */
  isFinal: boolean;
}

/** An outcome, and the response as text where the caller needs it. */
type ReadWebhookOutcome = WebhookOutcome & { text: string };

const mostAnswerBytes = 256 * 1024;

function headersOf({ body, secret, deliveryId, event }: WebhookRequest): Record<string, string> {
  const signature = signWebhook(body, secret, Date.now());
  return {
    'content-type': 'application/json',
    'user-agent': 'Tendril-Webhook/1',
    ...(event === flowEndedEvent
      ? { 'x-flowise-signature': signCallback(body, secret) }
      : { 'x-retell-signature': signature }),
    'x-tendril-signature': signature,
    'x-tendril-delivery': deliveryId,
    'x-tendril-event': event,
  };
}

/**
 * Posts one signed event. A 2xx status is success before the body is read; a redirect is not followed, because the
 * event would go to an address that nobody has entered. Never throws except for the reason of `signal`.
 */
export async function sendWebhook(
  egress: Egress,
  request: WebhookRequest,
  isRead = false,
): Promise<ReadWebhookOutcome> {
  const startedAt = performance.now();
  const { url, body, timeoutMs, signal } = request;
  const init = { method: 'POST', headers: headersOf(request), body, redirect: 'manual' as const };
  const outcome = (rest: Omit<WebhookOutcome, 'ms'>, text = '') => ({
    ...rest,
    ms: Math.round(performance.now() - startedAt),
    text,
  });
  try {
    const options = { timeoutMs, maxBytes: mostAnswerBytes, ...(signal && { signal }) };
    const response = await egress.fetch(url, init, options);
    const text = isRead && response.ok ? await response.text() : '';
    if (!isRead || !response.ok) await response.body?.cancel().catch(() => {});
    return outcome(judge(response.status), text);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    return outcome(failure(error, timeoutMs));
  }
}

function judge(status: number): Omit<WebhookOutcome, 'ms'> {
  if (status >= 200 && status < 300) return { isOk: true, status, error: null, isFinal: false };
  const error =
    status === 410
      ? 'answered 410: the receiver wants no more of these'
      : status >= 300 && status < 400
        ? `answered ${status}: redirects are not followed, enter the final address`
        : `answered ${status}`;
  return { isOk: false, status, error, isFinal: status === 410 };
}

function failure(error: unknown, timeoutMs: number): Omit<WebhookOutcome, 'ms'> {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  if (code === 'EGRESS_DENIED')
    return { isOk: false, status: null, error: 'this address may not be reached from here', isFinal: true };
  const seconds = timeoutMs / 1000;
  if (name === 'TimeoutError')
    return { isOk: false, status: null, error: `no answer within ${seconds} s`, isFinal: false };
  const reason = (cause as { code?: unknown } | undefined)?.code;
  const words = typeof reason === 'string' ? ` (${reason})` : '';
  return { isOk: false, status: null, error: `could not be reached${words}`, isFinal: false };
}
