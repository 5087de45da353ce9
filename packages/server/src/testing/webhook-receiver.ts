import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One received request. */
export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  /** Byte for byte, as signatures need it. */
  body: string;
  at: number;
}

export type PlayReceiver = (received: ReceivedWebhook, response: ServerResponse) => void;

export interface WebhookReceiver {
  readonly url: string;
  /** For EGRESS_ALLOW. */
  readonly host: string;
  readonly received: ReceivedWebhook[];
  /** How it responds; 204 until set. */
  play: PlayReceiver;
  close(): void;
}

/** A webhook receiver as a customer would run it. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    const one = { path: request.url ?? '', headers: request.headers, body, at: performance.now() };
    received.push(one);
    receiver.play(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    received,
    play: (_received, response) => void response.writeHead(204).end(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** Responds with one status after the other, the last one from then on. */
export function playStatuses(...statuses: number[]): PlayReceiver {
  let asked = 0;
  return (_received, response) => {
    const status = statuses[Math.min(asked, statuses.length - 1)] ?? 204;
    asked += 1;
    response.writeHead(status).end();
  };
}
