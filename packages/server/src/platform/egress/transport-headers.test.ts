import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEgress, type Egress } from './egress.ts';

let server: Server;
let egress: Egress;
let received: IncomingHttpHeaders[];
let host: string;

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    received.push(request.headers);
    request.resume().on('end', () => response.end('ok'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  egress = createEgress({ egressAllow: [host] });
});
afterEach(async () => {
  await egress.close();
  server.close();
});

it('sends the host of the address and the length of the body, whatever the caller writes', async () => {
  const headers = {
    Host: 'metadata.google.internal',
    'Content-Length': '1',
    'Transfer-Encoding': 'chunked',
    Connection: 'close',
    'X-Own': 'kept',
  };
  await egress.fetch(`http://${host}/`, { method: 'POST', body: 'four', headers });
  await egress.fetch(new Request(`http://${host}/`), { headers: new Headers({ host: 'other.example' }) });
  expect(received.map((one) => one.host)).toEqual([host, host]);
  expect(received[0]).toMatchObject({ 'content-length': '4', 'x-own': 'kept' });
  expect(received[0]).not.toHaveProperty('transfer-encoding');
});
