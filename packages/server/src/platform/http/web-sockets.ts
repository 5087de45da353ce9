import websocket, { type WebSocket } from '@fastify/websocket';
import type { EndpointDefinition, Query } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { parseInput } from './parse-input.ts';

/** The server's end of a client's socket. */
export type ServerSocket = WebSocket;
/** The data of a client's message. */
export type SocketData = Buffer | ArrayBuffer | Buffer[];

/** Largest message of a client; a longer one, even in fragments, ends its socket with 1009. */
const maxMessageBytes = 64 * 1024;

/** Lets routes be opened as WebSockets: without compression, so that a small message never expands into a large one. */
export async function addWebSockets(fastify: FastifyInstance): Promise<void> {
  await fastify.register(websocket, {
    options: {
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
      autoPong: false,
    },
    // A client that violates the protocol has been sent its code by then; the socket's owner gets its close event.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'a socket was closed'),
    // Owners of open sockets end them before the server closes.
    preClose: (done) => done(),
  });
}

interface SocketEndpoint<E extends EndpointDefinition, T> {
  /** Decides before the upgrade to a WebSocket; an error that it throws is an ordinary error response. */
  admit(query: Query<E>, request: FastifyRequest): Promise<T>;
  open(socket: WebSocket, admitted: T, request: FastifyRequest): void;
}

/** Mounts an endpoint that is opened as a WebSocket. Ordinary requests to it get 404. */
export function serveSocket<E extends EndpointDefinition, T>(
  app: App,
  endpoint: E,
  { admit, open }: SocketEndpoint<E, T>,
): void {
  const admitted = new WeakMap<FastifyRequest, T>();
  app.routes.push({ endpoint, path: endpoint.path });
  app.fastify.route({
    method: 'GET',
    url: endpoint.path,
    config: { endpoint },
    websocket: true,
    onRequest: async (request) => {
      request.caller = await app.identify(request, endpoint);
      if (!request.ws) throw new AppError('NOT_FOUND', 'This address is opened as a WebSocket.');
      const query = parseInput(endpoint.query, request.query, 'query') as Query<E>;
      admitted.set(request, await admit(query, request));
    },
    handler(socket, request) {
      const given = admitted.get(request);
      if (given === undefined) return socket.close();
      open(socket, given, request);
    },
  });
}
