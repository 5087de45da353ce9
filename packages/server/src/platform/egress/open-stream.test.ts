import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import * as tls from 'node:tls';
import type { StreamRequest } from '@tendril/contract/provider/outbound-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCertificate } from '../../testing/test-certificate.data.ts';
import type { ResolveName } from './checked-lookup.ts';
import { createEgress, type Egress } from './egress.ts';

let server: Server;
let port: number;
let egress: Egress;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const text = String(data);
      if (text === 'much') socket.write(Buffer.alloc(5000));
      else if (text !== 'nothing') socket.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  egress = createEgress({ egressAllow: [`127.0.0.1:${port}`, `db.allowed.test:${port}`] });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await egress.close();
});

const open = async (request: StreamRequest) => (await egress.openStream(request)) as Socket;

const resolvesTo = (...rounds: string[][]) => {
  const asked: string[] = [];
  const resolve = ((name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
    const addresses = rounds[Math.min(asked.length, rounds.length - 1)] ?? [];
    asked.push(name);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as ResolveName;
  return { resolve, asked };
};

describe('a raw connection for a database', () => {
  it('carries bytes both ways to an address that an administrator allowed', async () => {
    const socket = await open({ host: '127.0.0.1', port, secrets: [] });
    const got = new Promise((resolve) => socket.once('data', resolve));
    socket.resume();
    socket.write('hello');
    expect(String(await got)).toBe('hello');
    socket.destroy();
  });

  it.each([
    ['127.0.0.1', 5432],
    ['10.0.0.5', 5432],
    ['172.16.0.1', 3306],
    ['192.168.1.1', 6379],
    ['169.254.169.254', 5432],
    ['100.64.0.1', 5432],
    ['0.0.0.0', 5432],
    ['::1', 5432],
    ['[::1]', 5432],
    ['::ffff:127.0.0.1', 5432],
    ['64:ff9b::7f00:1', 5432],
    ['fd00::1', 5432],
    ['localhost', 5432],
    ['db.localhost', 5432],
    ['postgres.internal', 5432],
    ['2130706433', 5432],
    ['0x7f000001', 5432],
    ['0177.0.0.1', 5432],
    ['127.1', 5432],
    ['db.example.com', 25],
    ['db.example.com', 22],
    ['db.example.com', 0],
    ['db.example.com', 70_000],
    ['user@db.example.com', 5432],
    ['db.example.com/x', 5432],
    ['/var/run/postgresql', 5432],
    ['', 5432],
  ])('is not opened to %s port %i', async (host, at) => {
    await expect(egress.openStream({ host, port: at, secrets: [] })).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
    });
  });

  it.each([[['10.1.2.3']], [['127.0.0.1']], [['93.184.216.34', '10.0.0.1']], [['::1']], [[]]])(
    'is not opened to a name that leads to %j',
    async (addresses) => {
      const own = createEgress({ egressAllow: [] }, resolvesTo(addresses).resolve);
      await expect(own.openStream({ host: 'db.example.com', port: 5432, secrets: [] })).rejects.toMatchObject(
        {
          code: 'EGRESS_DENIED',
          message: expect.not.stringContaining('10.'),
        },
      );
      await own.close();
    },
  );

  it('looks a name up once and connects to what was checked, however the name changes', async () => {
    const { resolve, asked } = resolvesTo(['192.0.2.1'], ['127.0.0.1']);
    const own = createEgress({ egressAllow: [] }, resolve);
    const failing = own.openStream({ host: 'db.example.com', port, secrets: [], connectMs: 200 });
    await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/EGRESS|PROVIDER/) });
    expect(asked).toEqual(['db.example.com']);
    await own.close();
  });

  it('takes a secret to the host that it was stored for and to no other', async () => {
    const value = 'CANARY-database-password';
    const own = createEgress({ egressAllow: [`127.0.0.1:${port}`] });
    own.bindSecret('w', { id: 'c', values: [value], origins: ['https://db.example.com:5432'] });
    const request = { host: '127.0.0.1', port, secrets: [value] };
    await expect(own.of('w').openStream(request)).rejects.toMatchObject({ code: 'CREDENTIAL_HOST' });
    own.bindSecret('w', { id: 'c', values: [value], origins: [`https://127.0.0.1:${port}`] });
    (await own.of('w').openStream(request)).destroy();
    await own.close();
  });

  it('is closed by more bytes than allowed, by silence and with the run', async () => {
    const endOf = (socket: Socket) =>
      new Promise<Error>((resolve) => void socket.on('error', resolve).resume());
    const much = await open({ host: '127.0.0.1', port, secrets: [], maxBytes: 1000 });
    much.write('much');
    expect(await endOf(much)).toMatchObject({ code: 'TOO_LARGE' });
    const silent = await open({ host: '127.0.0.1', port, secrets: [], silenceMs: 20 });
    silent.write('nothing');
    expect(await endOf(silent)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    const run = new AbortController();
    const stopped = await open({ host: '127.0.0.1', port, secrets: [], signal: run.signal });
    const end = endOf(stopped);
    run.abort(new Error('stopped'));
    expect(await end).toMatchObject({ message: 'stopped' });
  });

  it('is encrypted from its first byte, for the host that the certificate names and nobody else', async () => {
    const got: string[] = [];
    const secure = tls.createServer(testCertificate, (socket) => {
      socket
        .on('error', () => {})
        .on('data', (data) => {
          got.push(String(data));
          socket.write(data);
        });
    });
    secure.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port: securePort } = secure.address() as AddressInfo;
    const own = createEgress({
      egressAllow: ['localhost', '127.0.0.1'].map((host) => `${host}:${securePort}`),
    });
    const ask = async (host: string) =>
      (await own.openStream({ host, port: securePort, secrets: [], isEncrypted: true })) as Socket;
    await expect(ask('localhost')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    const known = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...known, testCertificate.cert]);
    const socket = await ask('localhost');
    const answer = new Promise((resolve) => socket.once('data', resolve));
    socket.write('hello');
    expect(String(await answer)).toBe('hello');
    void socket.destroy();
    await expect(ask('127.0.0.1')).rejects.toMatchObject({
      message: expect.stringContaining('could not encrypt the connection'),
    });
    tls.setDefaultCACertificates(known);
    expect(got).toEqual(['hello']);
    await own.close();
    secure.close();
  });

  it('gives up a server that does not encrypt', async () => {
    await expect(
      open({ host: '127.0.0.1', port, secrets: [], isEncrypted: true, connectMs: 200 }),
    ).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  });

  it('says in words that nobody answers', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: gone } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const own = createEgress({ egressAllow: [`127.0.0.1:${gone}`] });
    await expect(own.openStream({ host: '127.0.0.1', port: gone, secrets: [] })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: `The database at 127.0.0.1:${gone} could not be reached.`,
    });
    await own.close();
  });
});
