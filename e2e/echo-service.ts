import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service of somebody's own that answers every request with the same JSON, and remembers what it was sent. */
export interface EchoService {
  /** For EGRESS_ALLOW. */
  host: string;
  url: string;
  received: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[];
  close(): void;
}

export async function startEchoService(answer: unknown): Promise<EchoService> {
  const received: EchoService['received'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, path: url, headers, body });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return { host, url: `http://${host}`, received, close: () => void server.close() };
}
