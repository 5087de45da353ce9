import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    socket.on('data', (data) => socket.write(String(data) === 'much' ? Buffer.alloc(5000) : data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  egress = createEgress({ egressAllow: [`127.0.0.1:${port}`] });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await egress.close();
});

type Relay = Awaited<ReturnType<Egress['openRelay']>>;

/** All that a connection got until it was closed, or until as many bytes as expected came. */
function read(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve) => {
    let got = Buffer.alloc(0);
    const settle = () => {
      socket.off('data', take).off('close', settle);
      resolve(got);
    };
    const take = (bytes: Buffer) => {
      got = Buffer.concat([got, bytes]);
      if (got.length >= count) settle();
    };
    socket.on('data', take).on('close', settle);
  });
}

const named = (host: string) => [3, host.length, ...Buffer.from(host)];
const numbered = (host: string) => [1, ...host.split('.').map(Number)];
const v6 = (groups: string) => [4, ...Buffer.from(groups, 'hex')];

/** Speaks SOCKS5 with a relay as a driver does; returns its last answer and the connection. */
async function ask(relay: Relay, address: number[], at: number, password = relay.password) {
  const socket = connect(relay.port, relay.host);
  socket.on('error', () => {});
  socket.write(Uint8Array.of(5, 1, 2));
  expect([...(await read(socket, 2))]).toEqual([5, 2]);
  const sign = [1, relay.user.length, ...Buffer.from(relay.user), password.length, ...Buffer.from(password)];
  socket.write(Uint8Array.from(sign));
  const signed = [...(await read(socket, 2))];
  if (signed[1] !== 0) return { socket, signed };
  socket.write(Uint8Array.from([5, 1, 0, ...address, at >> 8, at & 0xff]));
  return { socket, signed, code: (await read(socket, 10))[1] };
}

const resolvesTo = (...rounds: string[][]) => {
  const asked: string[] = [];
  const resolve = ((name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
    const addresses = rounds[Math.min(asked.length, rounds.length - 1)] ?? [];
    asked.push(name);
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  }) as unknown as ResolveName;
  return { resolve, asked };
};

describe('a relay for drivers that dial by themselves', () => {
  it('carries bytes both ways to an address that an administrator allowed', async () => {
    const relay = await egress.openRelay({ secrets: [] });
    const { socket, code } = await ask(relay, numbered('127.0.0.1'), port);
    expect(code).toBe(0);
    socket.write('hello');
    expect(String(await read(socket, 5))).toBe('hello');
    relay.close();
    expect((await read(socket, 1)).length).toBe(0);
  });

  it('serves nobody who does not know its password', async () => {
    const relay = await egress.openRelay({ secrets: [] });
    const wrong = await ask(relay, numbered('127.0.0.1'), port, 'x'.repeat(relay.password.length));
    expect(wrong.signed).toEqual([1, 1]);
    expect((await read(wrong.socket, 1)).length).toBe(0);
    const open = connect(relay.port, relay.host);
    open.write(Uint8Array.of(5, 1, 0));
    expect([...(await read(open, 3))]).toEqual([5, 0xff]);
    relay.close();
  });

  it.each([[[4, 1, 0]], [[...Buffer.from('GET / HTTP/1.1\r\n\r\n')]]])(
    'closes what is another protocol',
    async (bytes) => {
      const relay = await egress.openRelay({ secrets: [] });
      const socket = connect(relay.port, relay.host);
      socket.on('error', () => {});
      socket.write(Uint8Array.from(bytes));
      const answer = await read(socket, 1000);
      expect(answer.length).toBeLessThan(12);
      relay.close();
    },
  );

  it.each([
    ['10.0.0.5', numbered('10.0.0.5'), 27017],
    ['169.254.169.254', numbered('169.254.169.254'), 27017],
    ['127.0.0.1', numbered('127.0.0.1'), 27017],
    ['::1', v6('00000000000000000000000000000001'), 27017],
    ['::ffff:127.0.0.1', v6('00000000000000000000ffff7f000001'), 27017],
    ['localhost', named('localhost'), 27017],
    ['mongo.internal', named('mongo.internal'), 27017],
    ['0x7f000001', named('0x7f000001'), 27017],
    ['a path', named('/tmp/mongodb-27017.sock'), 27017],
    ['a port of mail', named('db.example.com'), 25],
  ])('does not connect to %s', async (_name, address, at) => {
    const relay = await egress.openRelay({ secrets: [] });
    expect((await ask(relay, address, at)).code).toBe(2);
    await expect(relay.refused).rejects.toMatchObject({ code: 'EGRESS_DENIED' });
    relay.close();
  });

  it('looks a name up once and connects to what was checked, however the name changes', async () => {
    const { resolve, asked } = resolvesTo(['10.1.2.3'], ['127.0.0.1']);
    const own = createEgress({ egressAllow: [] }, resolve);
    const relay = await own.openRelay({ secrets: [] });
    expect((await ask(relay, named('db.example.com'), port)).code).toBe(2);
    expect(asked).toEqual(['db.example.com']);
    relay.close();
    await own.close();
  });

  it('takes a secret to no host that it was not stored for', async () => {
    const value = 'CANARY-database-password';
    const own = createEgress({ egressAllow: [`127.0.0.1:${port}`] });
    own.bindSecret('w', { id: 'c', values: [value], origins: ['https://db.example.com:27017'] });
    const relay = await own.of('w').openRelay({ secrets: [value] });
    expect((await ask(relay, numbered('127.0.0.1'), port)).code).toBe(2);
    await expect(relay.refused).rejects.toMatchObject({ code: 'CREDENTIAL_HOST' });
    relay.close();
    await own.close();
  });

  it('is closed by more bytes than allowed, and with the run', async () => {
    const relay = await egress.openRelay({ secrets: [], maxBytes: 1000 });
    const { socket } = await ask(relay, numbered('127.0.0.1'), port);
    socket.write('much');
    await expect(relay.refused).rejects.toMatchObject({ code: 'TOO_LARGE' });
    relay.close();
    const run = new AbortController();
    const stopped = await egress.openRelay({ secrets: [], signal: run.signal });
    const connection = await ask(stopped, numbered('127.0.0.1'), port);
    run.abort(new Error('stopped'));
    expect((await read(connection.socket, 1)).length).toBe(0);
  });
});
