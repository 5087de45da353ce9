import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a carrier or a receiver of webhooks sees it. */
export interface CarrierRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface PlayedCarrier {
  url: string;
  /** For EGRESS_ALLOW. */
  address: string;
  requests: CarrierRequest[];
  /** What it does from now on. */
  play(act: (request: CarrierRequest, response: ServerResponse) => void): void;
  close(): void;
}

/** A server on loopback that plays an external service. */
export async function playCarrier(): Promise<PlayedCarrier> {
  const requests: CarrierRequest[] = [];
  let act = (_request: CarrierRequest, response: ServerResponse): void => void response.end('{}');
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const request = { path: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    act(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${address}`,
    address,
    requests,
    play: (next) => {
      act = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
