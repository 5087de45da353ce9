import { connect, createServer, type Server, type Socket } from 'node:net';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { openDatabase } from './client.ts';
import { runKept } from './kept-statement.ts';

/** Passes everything on but the key of the connection, which a pooler makes up. */
async function startPooler(target: URL): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
    client.pipe(upstream);
    upstream.on('data', (part: Buffer) => {
      // BackendKeyData: the type, its length of 12, then the process.
      const at = part.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) part.writeInt32BE(1, at + 5);
      client.write(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe.runIf(databases.includes('postgres'))('prepared statements', () => {
  let made: EmptyDatabase;
  beforeAll(async () => {
    made = await makeDatabase('postgres');
  });
  afterAll(() => made.remove());

  const preparedBy = async (databaseUrl: string) => {
    const db = await openDatabase({ databaseUrl, databasePool: 1, home: made.home });
    try {
      const add = (count: number) =>
        runKept<{ sum: number }>(db, 'sum', (place) => `select ${place()}::int + 1 as sum`, [count], {
          isPrepared: true,
        });
      expect((await add(1)).rows).toEqual([{ sum: 2 }]);
      expect((await add(2)).rows).toEqual([{ sum: 3 }]);
      const list = CompiledQuery.raw('select statement from pg_prepared_statements');
      return (await db.executeQuery(list)).rows;
    } finally {
      await db.destroy();
    }
  };

  it('are prepared once a connection', async () => {
    expect(await preparedBy(made.databaseUrl ?? '')).toEqual([{ statement: 'select $1::int + 1 as sum' }]);
  });

  it('are not prepared behind a pooler, whose connections change', async () => {
    const pooler = await startPooler(new URL(made.databaseUrl ?? ''));
    try {
      expect(await preparedBy(pooler.url)).toEqual([]);
    } finally {
      pooler.stop();
    }
  });
});
