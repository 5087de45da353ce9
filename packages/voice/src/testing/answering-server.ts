import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TakenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ServerAnswer {
  status?: number;
  body?: unknown;
  /** Never answers. */
  hangs?: boolean;
}

/** A server that functions can call: responds as a test says, and records its requests. */
export async function startAnsweringServer(answer: (taken: TakenRequest) => ServerAnswer) {
  const taken: TakenRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      taken.push(one);
      const { status = 200, body: said = {}, hangs = false } = answer(one);
      if (hangs) return;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof said === 'string' ? said : JSON.stringify(said));
    });
  });
  // A kept-alive connection must not close just as it is reused.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    /** How many are open. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
