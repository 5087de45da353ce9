import websocket, { type WebSocket } from '@fastify/websocket';
import type { EndpointDefinition, Query } from '@tendril/contract/api/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { parseInput } from './parse-input.ts';

/** The server's end of a client's socket. */
export type ServerSocket = WebSocket;
/** What a message of a client comes as. */
export type SocketData = Buffer | ArrayBuffer | Buffer[];

/** Largest message of a client; a longer one ends its socket with 1009, also in pieces. */
const maxMessageBytes = 64 * 1024;

/** Lets routes be opened as WebSockets: no compression, so that a small message is never a large one. */
export async function addWebSockets(fastify: FastifyInstance): Promise<void> {
  await fastify.register(websocket, {
    options: {
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
      autoPong: false,
    },
    // A client that breaks the protocol has been sent its code by then; whoever has the socket hears it close.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'a socket was closed'),
    // Whoever has sockets open ends them before the server closes.
    preClose: (done) => done(),
  });
}

interface SocketEndpoint<E extends EndpointDefinition, T> {
  /** Decides before the connection is a WebSocket; what it throws is an ordinary refusal. */
  admit(query: Query<E>, request: FastifyRequest): Promise<T>;
  open(socket: WebSocket, admitted: T, request: FastifyRequest): void;
}

/** Mounts an endpoint that is opened as a WebSocket. Asked in any other way it is not there. */
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
      request.caller = await app.identify(request, endpoint.auth);
      if (!request.ws) return;
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
