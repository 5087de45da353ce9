import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A vendor on the loopback that speaks OpenAI's protocol to one key. */
export interface KeyVendor {
  /** Without a slash at its end. */
  url: string;
  /** How many requests arrived at a redirect's target. */
  strayRequests(): number;
  close(): Promise<void>;
}

/** Lists three models for `key`, refuses every other key, and misbehaves below `/elsewhere`, `/page` and `/busy`. */
export async function startKeyVendor(key: string): Promise<KeyVendor> {
  let strays = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/stray')) strays += 1;
    if (path.startsWith('/elsewhere')) return response.writeHead(302, { location: '/stray' }).end();
    if (path.startsWith('/busy')) return response.writeHead(503).end('later');
    if (path.startsWith('/page')) return response.writeHead(200).end('<h1>Welcome</h1>');
    const isKnown = request.headers.authorization === `Bearer ${key}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    const given = request.headers.authorization;
    const refusal = { error: { message: `Incorrect API key provided: ${given}` } };
    return response.end(
      JSON.stringify(isKnown ? { data: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] } : refusal),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strayRequests: () => strays,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
