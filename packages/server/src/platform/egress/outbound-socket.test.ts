import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ResolveName } from './checked-lookup.ts';
import { createEgress, type Egress } from './egress.ts';

let server: Server;
let port: number;
let egress: Egress;
const upgrades: string[] = [];
/** Connections that are no longer the server's once they asked to be sockets. */
const held: Duplex[] = [];
const answers: Record<string, (socket: WebSocket) => void> = {
  '/echo': (socket) => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
  '/large': (socket) => socket.send('x'.repeat(3000)),
  '/leave': (socket) => socket.close(4001, 'enough'),
  '/drop': (socket) => socket.terminate(),
  '/silent': () => {},
};

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'token' });
  server = createServer();
  server.on('upgrade', (request, socket, head) => {
    const path = request.url ?? '';
    held.push(socket);
    upgrades.push(`${path} ${request.headers['authorization'] ?? ''}`);
    if (path === '/moved')
      return void socket.end(`HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${port}/echo\r\n\r\n`);
    if (path === '/refused') return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    if (path === '/never') return;
    sockets.handleUpgrade(request, socket, head, (open) => answers[path]?.(open));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  egress = createEgress({ egressAllow: [`127.0.0.1:${port}`] });
});
afterAll(async () => {
  await egress.close();
  for (const socket of held) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const at = (path: string) => `ws://127.0.0.1:${port}${path}`;

describe('a socket to the outside', () => {
  it('carries text and bytes both ways, with the headers and protocols asked for', async () => {
    const socket = await egress.openSocket(at('/echo'), {
      headers: { authorization: 'Token abc' },
      protocols: ['token'],
    });
    socket.send('hello');
    socket.send(new Uint8Array([1, 2, 3]));
    const got: unknown[] = [];
    for await (const message of socket.messages) {
      got.push(message);
      if (got.length === 2) socket.close();
    }
    expect(got).toEqual(['hello', new Uint8Array([1, 2, 3])]);
    expect(await socket.closed).toMatchObject({ code: 1000 });
    expect(upgrades).toContain('/echo Token abc');
  });

  it.each([
    'ws://127.0.0.1:1/',
    'ws://169.254.169.254/',
    'ws://[::1]/',
    'ws://localhost/',
    'wss://10.0.0.1/socket',
    'http://example.com/',
    'ws://user:secret@example.com/',
    'ws://example.com:6379/',
    'no address',
  ])('is not opened to %s', async (address) => {
    await expect(egress.openSocket(address)).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
  });

  it('is not opened to a name that leads inside', async () => {
    const resolve = ((_name: string, _options: unknown, done: (error: null, found: unknown) => void) =>
      done(null, [{ address: '10.1.2.3', family: 4 }])) as unknown as ResolveName;
    const own = createEgress({ egressAllow: [] }, resolve);
    await expect(own.openSocket('wss://model.example.com/')).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    await own.close();
  });

  it('follows no redirect, and says when nobody answers as a WebSocket', async () => {
    const before = upgrades.length;
    for (const path of ['/moved', '/refused'])
      await expect(egress.openSocket(at(path))).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(upgrades.slice(before)).toEqual(['/moved ', '/refused ']);
    await expect(egress.openSocket(at('/never'), { connectMs: 50 })).rejects.toMatchObject({
      message: 'The WebSocket server did not answer in time.',
    });
  });

  it('is closed by a message that is larger than allowed', async () => {
    const socket = await egress.openSocket(at('/large'), { maxMessageBytes: 1000 });
    const got = await Array.fromAsync(socket.messages);
    expect([got, (await socket.closed).code]).toEqual([[], 4009]);
  });

  it('reports how it ended: by the other side, lost, or given up', async () => {
    const left = await egress.openSocket(at('/leave'));
    expect(await left.closed).toEqual({ code: 4001, reason: 'enough' });
    const lost = await egress.openSocket(at('/drop'));
    expect(await lost.closed).toMatchObject({ code: 1006 });
    const controller = new AbortController();
    const given = await egress.openSocket(at('/silent'), { signal: controller.signal });
    controller.abort();
    await given.closed;
    given.send('too late');
    expect(await Array.fromAsync(given.messages)).toEqual([]);
  });
});
