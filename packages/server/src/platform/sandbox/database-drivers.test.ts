import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMongoServer } from '../../testing/mongo-server.ts';
import { testCertificate } from '../../testing/test-certificate.data.ts';
import { createEgress, type Egress } from '../egress/egress.ts';
import { ProcessSandbox } from './process-sandbox.ts';

const postgresUrl = process.env['TEST_POSTGRES_URL'];
const mariadbUrl = process.env['TEST_MARIADB_URL'];
const password = 'CANARY/mongo:pass@word';

const sandbox = new ProcessSandbox();
let mongo: Awaited<ReturnType<typeof startMongoServer>>;
let egress: Egress;

const hostOf = (url: string | undefined) => (url === undefined ? [] : [new URL(url).host]);

beforeAll(async () => {
  mongo = await startMongoServer(password);
  const own = [`127.0.0.1:${mongo.port}`];
  egress = createEgress({ egressAllow: [...own, ...hostOf(postgresUrl), ...hostOf(mariadbUrl)] });
});
afterAll(async () => {
  mongo.close();
  await Promise.all([sandbox.close(), egress.close()]);
});

async function run(code: string, given: { waitMs?: number; url?: string } = {}): Promise<unknown> {
  const { url = mongo.url, ...limits } = given;
  const { value } = await sandbox.run({
    code,
    variables: { $url: url },
    openStream: egress.openStream,
    ...limits,
  });
  return value;
}

describe('mongodb in code', () => {
  it('writes documents and finds them', async () => {
    const value = await run(`
      const { MongoClient } = require('mongodb');
      const client = new MongoClient($url);
      try {
        const rooms = client.db('house').collection('rooms');
        await rooms.insertOne({ name: 'Küche', beds: 0 });
        await rooms.insertMany([{ name: 'Hall', beds: 2 }, { name: 'Loft', beds: 1 }]);
        const found = await rooms.find({ beds: 2 }).toArray();
        return [found.map(({ name }) => name), (await rooms.findOne({ beds: 0 })).name];
      } finally {
        await client.close();
      }`);
    expect(value).toEqual([['Hall'], 'Küche']);
  }, 60_000);

  const asking = (options = '{}') => `
    const { MongoClient } = require('mongodb');
    const client = new MongoClient($url, { serverSelectionTimeoutMS: 1500, ...${options} });
    return (await client.db('house').collection('rooms').find().toArray()).length;`;

  it('is told of a wrong password by the server', async () => {
    const url = mongo.url.replace('CANARY', 'WRONG');
    await expect(run(asking(), { url })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: expect.stringContaining('Authentication failed'),
    });
  }, 60_000);

  it('leaves no connection open when the code ends without closing it', async () => {
    await run(asking());
    await expect.poll(() => mongo.openCount()).toBe(0);
  }, 60_000);

  it('goes where a server sends it only as far as the policy lets it', async () => {
    const own = await startMongoServer();
    const hosts = ['10.0.0.5:27017'];
    Object.assign(own.topology, { setName: 'rs0', hosts, primary: hosts[0], me: hosts[0] });
    const from = createEgress({ egressAllow: [`127.0.0.1:${own.port}`] });
    const refused = sandbox.run({
      code: asking(),
      variables: { $url: `${own.url}?replicaSet=rs0` },
      openStream: from.openStream,
    });
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('10.0.0.5') });
    expect(own.asked).toEqual([]);
    own.close();
    await from.close();
  }, 60_000);

  it('speaks encrypted, and to nobody with another certificate', async () => {
    const own = await startMongoServer('', testCertificate);
    const from = createEgress({ egressAllow: [`127.0.0.1:${own.port}`] });
    const ask = (options: string) =>
      sandbox.run({
        code: asking(options),
        variables: { $url: own.url, $ca: testCertificate.cert },
        openStream: from.openStream,
      });
    expect(await ask('{ tls: true, tlsAllowInvalidCertificates: true }')).toMatchObject({ value: 0 });
    expect(await ask('{ tls: true, ca: $ca, servername: "localhost" }')).toMatchObject({ value: 0 });
    await expect(ask('{ tls: true }')).rejects.toThrow('could not encrypt the connection');
    own.close();
    await from.close();
  }, 60_000);
});

describe('the way of code to databases', () => {
  const connecting = (host: string, port: number) => `
    const { Client } = require('pg');
    const client = new Client({ host: '${host}', port: ${port}, user: 'u', password: 'p', database: 'd' });
    await client.connect();`;

  it.each([
    ['127.0.0.1', 5432],
    ['10.0.0.5', 5432],
    ['169.254.169.254', 80],
    ['localhost', 5432],
    ['postgres.internal', 5432],
    ['/var/run/postgresql', 5432],
    ['db.example.com', 25],
  ])(
    'does not lead to %s port %i',
    async (host, port) => {
      await expect(run(connecting(host, port))).rejects.toMatchObject({
        code: 'TOOL_FAILED',
        message: expect.stringMatching(/may not be reached|not allowed|do not exist here|blocked|refused/i),
      });
    },
    60_000,
  );

  it('is for drivers: code itself gets no sockets', async () => {
    for (const name of ['net', 'node:tls', 'dns', 'fs', 'process'])
      await expect(run(`require('pg'); return typeof require('${name}');`)).rejects.toThrow(
        'cannot be loaded',
      );
  }, 60_000);

  it('does not exist where none was given', async () => {
    const none = sandbox.run({ code: connecting('db.example.com', 5432), variables: {} });
    await expect(none).rejects.toThrow('Databases cannot be reached from here.');
  }, 60_000);

  it('holds a few connections at once', async () => {
    const value = run(`
      const { Client } = require('pg');
      const url = new URL($url);
      const open = () => new Promise((resolve, reject) => {
        const client = new Client({ host: url.hostname, port: Number(url.port), user: 'u', password: 'p' });
        client.connection.stream.once('connect', resolve).once('error', reject);
        client.connect().catch(reject);
      });
      for (let count = 1; count <= 11; count += 1) await open();`);
    await expect(value).rejects.toThrow('10 connections at once');
    await expect.poll(() => mongo.openCount()).toBe(0);
  }, 60_000);

  it('waits by the clock for waiting, not by that for computing', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const from = createEgress({ egressAllow: [`127.0.0.1:${port}`] });
    const code = connecting('127.0.0.1', port);
    const waiting = sandbox.run({ code, variables: {}, openStream: from.openStream, waitMs: 300 });
    await expect(waiting).rejects.toMatchObject({
      code: 'TOOL_TIMEOUT',
      message: expect.stringContaining('wait'),
    });
    silent.close();
    await from.close();
  }, 60_000);
});

describe.runIf(postgresUrl)('pg in code', () => {
  it('asks with values and reads rows', async () => {
    const value = await run(
      `const { Client } = require('pg');
      const client = new Client({ connectionString: $url });
      await client.connect();
      const { rows } = await client.query('select $1::int + 1 as next, now() is not null as known', [41]);
      await client.end();
      return rows;`,
      { url: postgresUrl ?? '' },
    );
    expect(value).toEqual([{ next: 42, known: true }]);
  }, 60_000);
});

describe.runIf(mariadbUrl)('mysql2 in code', () => {
  it('asks with values and reads rows', async () => {
    const value = await run(
      `import mysql from 'mysql2/promise';
      const connection = await mysql.createConnection($url);
      const [rows] = await connection.execute('select ? + 1 as next', [41]);
      const [more] = await connection.query('select "ü" as letter');
      await connection.end();
      return [rows, more];`,
      { url: mariadbUrl ?? '' },
    );
    expect(value).toEqual([[{ next: 42 }], [{ letter: 'ü' }]]);
  }, 60_000);
});
