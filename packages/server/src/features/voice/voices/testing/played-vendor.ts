import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveSpeechConnection } from '@tendril/catalogue/speech/speech-connection';
import { type WebSocket, WebSocketServer } from 'ws';
import { createEgress } from '../../../../platform/egress/egress.ts';

/** A request as the vendor saw it. */
export interface SeenRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A speech vendor played by a local server; a test sets how it answers. */
export interface PlayedVendor {
  readonly seen: SeenRequest[];
  readonly baseUrl: string;
  onRequest: (seen: SeenRequest, response: ServerResponse) => void;
  onSocket: (socket: WebSocket, request: IncomingMessage) => void;
  connection(more?: Partial<LiveSpeechConnection>): LiveSpeechConnection;
  close(): Promise<void>;
}

export async function playVendor(): Promise<PlayedVendor> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
    seen.push(one);
    vendor.onRequest(one, response);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => vendor.onSocket(socket, request));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({ egressAllow: [`127.0.0.1:${port}`] });
  const baseUrl = `http://127.0.0.1:${port}`;
  const vendor: PlayedVendor = {
    seen,
    baseUrl,
    onRequest: (_one, response) => response.writeHead(404).end(),
    onSocket: () => undefined,
    connection: (more) => ({
      key: 'sk-CANARY',
      baseUrl,
      fetch: egress.fetch,
      openSocket: egress.openSocket,
      ...more,
    }),
    async close() {
      await egress.close();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      server.close();
    },
  };
  return vendor;
}
