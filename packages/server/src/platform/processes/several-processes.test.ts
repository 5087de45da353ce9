import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from '../db/client.ts';
import type { Database } from '../db/schema.ts';

// Whole servers are started, several at a time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
const patience = { timeout: 60_000, interval: 100 };

describe('several processes that cannot start', () => {
  it('end with the words of the first one', async () => {
    const home = makeFolder();
    const server = await startServer({
      ...{ TENDRIL_HOME: home, PROCESSES: '2', TENDRIL_SECRET_KEY: randomBytes(32).toString('base64') },
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    expect([server.url, server.child.exitCode]).toEqual(['', 1]);
    expect(server.output()).toContain('The database cannot be reached');
    rmSync(home, { recursive: true, force: true });
  });
});

describe('several processes on the embedded database', () => {
  it('are refused in words that say what to do', async () => {
    const home = makeFolder();
    const server = await startServer({ TENDRIL_HOME: home, PROCESSES: '2' });
    expect([server.url, server.child.exitCode]).toEqual(['', 1]);
    expect(server.output()).toContain('PROCESSES: several processes need PostgreSQL');
    expect(server.output()).toContain('tendril grow --here');
    expect(server.output()).not.toContain('    at ');
    rmSync(home, { recursive: true, force: true });
  });
});

describe.runIf(databases.includes('postgres'))('several processes behind one address', () => {
  let empty: EmptyDatabase;
  let db: Database;
  let home: string;
  let server: ServerProcess;
  const secretKey = randomBytes(32).toString('base64');

  const start = async () => {
    const started = await startServer({
      DATABASE_URL: empty.databaseUrl ?? '',
      TENDRIL_HOME: home,
      TENDRIL_SECRET_KEY: secretKey,
      PROCESSES: '2',
      // How busy the machine is decides no test.
      FULL_DELAY_MS: '0',
      FULL_WAIT_MS: '0',
      DRAIN_NOTICE_MS: '300',
    });
    expect(started.url, started.output()).not.toBe('');
    return started;
  };
  beforeAll(async () => {
    empty = await makeDatabase('postgres');
    home = makeFolder();
    server = await start();
    db = await openDatabase({ ...empty, databasePool: 1 });
  });
  afterAll(async () => {
    await server?.stop('SIGTERM');
    await db.destroy();
    await empty.remove();
    rmSync(home, { recursive: true, force: true });
  });

  const up = () =>
    db
      .selectFrom('process')
      .select(['id', 'pid', 'address'])
      .where('state', '=', 'up')
      .where('address', 'is not', null)
      .orderBy('startedAt')
      .execute();
  const bothUp = () => expect.poll(async () => (await up()).length, patience).toBe(2);
  const ping = async () => (await fetch(`${server.url}/api/v1/ping`)).status;
  const ready = async () => (await fetch(`${server.url}/health/ready`)).status;

  it('have an address each for the others, and none of it is for anybody else', async () => {
    await bothUp();
    const addresses = (await up()).map(({ address }) => address ?? '');
    expect(new Set([...addresses, server.url]).size).toBe(3);
    for (const address of addresses) {
      expect((await fetch(`${address}/health/ready`)).status).toBe(404);
      const asked = await fetch(`${address}/internal/calls/x/hang-up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"workspaceId":"w"}',
      });
      // As if nothing were there, without a signature.
      expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await ready()).toBe(200);
  });

  it('are started again when one is killed, and the address answers all the time', async () => {
    await bothUp();
    const [first] = await up();
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await expect.poll(async () => (await up()).filter(({ id }) => id !== first?.id).length, patience).toBe(2);
    expect(await ready()).toBe(200);
    expect(server.output()).toContain('a process has died and is started again');
    expect(server.child.exitCode).toBeNull();
  });

  it('are replaced one by one at SIGHUP, without a request that fails', async () => {
    await bothUp();
    const before = new Set((await up()).map(({ id }) => id));
    const statuses = new Map<number | string, number>();
    let isOver = false;
    const asking = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const status = await ping().catch((error: unknown) => String(error));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await pause(5);
      }
    });
    server.child.kill('SIGHUP');
    const all = () => db.selectFrom('process').select(['id', 'state']).execute();
    await expect
      .poll(async () => {
        const rows = await all();
        return [rows.length, rows.filter(({ id }) => before.has(id)).length];
      }, patience)
      .toEqual([2, 0]);
    isOver = true;
    await Promise.all(asking);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(20);
  });

  it('end with their parent when it is asked to stop, and leave no row', async () => {
    await bothUp();
    const pids = (await up()).map(({ pid }) => pid);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(await db.selectFrom('process').select('id').execute()).toEqual([]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('end too when their parent is killed', async () => {
    server = await start();
    await bothUp();
    const pids = (await up()).map(({ pid }) => pid);
    await server.stop('SIGKILL');
    const living = () =>
      pids.filter((pid) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      });
    await expect.poll(living, patience).toEqual([]);
  });
});
