import type { EndpointDefinition, StreamEvent } from '@tendril/contract/api/endpoint';
import { errorTexts } from '../texts/en/errors.ts';
import { say } from '../texts/texts.ts';
import { type CallOptions, toOutgoing } from './call.ts';
import { readSse } from './read-sse.ts';
import { RequestError } from './request-error.ts';
import { send, toRequestError } from './send.ts';

/** What a stream needs besides the call: where to resume, and a callback for each event's id. */
type StreamOptions<E extends EndpointDefinition> = CallOptions<E> & {
  /** Resumes after this event id. */
  lastEventId?: string | undefined;
  onEventId?: (id: string) => void;
};

/**
 * Calls a streaming endpoint and yields its events, each checked by the contract. Leaving the loop, or aborting
 * the signal, closes the connection; a refusal or a broken connection throws a RequestError.
 */
export async function* callStream<E extends EndpointDefinition>(
  endpoint: E,
  options: StreamOptions<E>,
): AsyncGenerator<StreamEvent<E>> {
  const outgoing = toOutgoing(endpoint, options as Parameters<typeof toOutgoing>[1]);
  const headers: Record<string, string> = { ...outgoing.headers, accept: 'text/event-stream' };
  if (options.lastEventId) headers['last-event-id'] = options.lastEventId;
  const left = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
  const response = await send({ ...outgoing, headers, signal });
  if (!response.body || !endpoint.events) return;
  try {
    for await (const frame of readSse(response.body)) {
      if (frame.id) options.onEventId?.(frame.id);
      const event = endpoint.events.safeParse(readJson(frame.data));
      // An event that a newer server knows and this page does not.
      if (event.success) yield event.data as StreamEvent<E>;
    }
  } catch (cause) {
    throw brokenStream(cause, options.signal);
  } finally {
    left.abort();
  }
}

function readJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

function brokenStream(cause: unknown, signal: AbortSignal | undefined): unknown {
  const error = toRequestError(cause, signal);
  if (!(error instanceof RequestError)) return error;
  return new RequestError(0, error.code, say(errorTexts, 'brokenStream'), { cause });
}
