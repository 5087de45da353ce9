import type { EndpointDefinition, StreamEvent } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { App } from './app.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { type RequestContext, readContext } from './request-context.ts';
import { mount, type ServeOptions } from './serve.ts';

/** An event stream that accepts only the events that its endpoint declares. */
interface TypedStream<E extends EndpointDefinition> extends Omit<EventStream, 'send'> {
  send(event: StreamEvent<E>, id?: number | string): void;
}

/** What a streaming handler gets. */
export interface StreamContext<E extends EndpointDefinition> extends RequestContext<E> {
  /** Begins the stream; before that, a thrown error is an ordinary error response. */
  open(): TypedStream<E>;
}

/**
 * Mounts a streaming endpoint. The handler checks, then opens the stream and sends events; the stream is closed
 * when it returns. An error after opening is sent as `event: error` with the usual body.
 */
export function serveStream<E extends EndpointDefinition>(
  app: App,
  endpoint: E,
  handler: (context: StreamContext<E>) => Promise<void>,
  options: ServeOptions = {},
): void {
  mount(app, endpoint, options, async (request, reply) => {
    let stream: EventStream | undefined;
    const open = () => {
      stream ??= openEventStream(app.streams, reply);
      return stream as TypedStream<E>;
    };
    try {
      await handler(Object.assign(readContext(endpoint, request, reply), { open }));
    } catch (error) {
      if (!stream) throw error;
      const refusal = error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong.');
      if (refusal !== error) request.log.error({ err: error }, 'stream failed');
      stream.write(
        `event: error\ndata: ${JSON.stringify({ ...refusal.toBody(), requestId: request.id })}\n\n`,
      );
    }
    open().close();
    return reply;
  });
}
