import { connect, createServer, type Server, type Socket } from 'node:net';
import { authStatus, login, readPreferences } from '@tendril/contract/api/auths';
import { healthLive, healthReady } from '@tendril/contract/api/server-status';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../testing/gated-catalogue.ts';
import { createTestApp, owner, type TestApp } from '../../testing/test-app.ts';
import { nameUnreachable } from './unreachable.ts';

/** A proxy before the database that can act like a stopped server: connections cut, new ones refused. */
class Gate {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #isFrozen = false;

  constructor(target: URL) {
    this.#target = target;
  }

  async open(): Promise<number> {
    this.#server = createServer((inner) => {
      const outer = connect(Number(this.#target.port || 5432), this.#target.hostname);
      for (const [from, to] of [
        [inner, outer],
        [outer, inner],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => {}).on('close', () => to.destroy());
        if (!this.#isFrozen) from.pipe(to);
      }
    });
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    return this.#port;
  }

  /** As a server whose machine stands still: lines stay, nothing comes through. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async shut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    this.#isFrozen = false;
    await closed;
  }
}

const done = { question: 'Well?', status: 'done', answer: 'It is.' };

describe.runIf(databases.includes('postgres'))('a PostgreSQL that has stopped', () => {
  let database: EmptyDatabase;
  let proxy: Gate;
  let test: TestApp;
  let gated: ReturnType<typeof gatedCatalogue>;

  beforeEach(async () => {
    database = await makeDatabase('postgres');
    const url = new URL(database.databaseUrl ?? '');
    proxy = new Gate(new URL(url));
    url.host = `127.0.0.1:${await proxy.open()}`;
    gated = gatedCatalogue();
    test = await createTestApp({
      catalogue: gated.catalogue,
      config: { databaseUrl: url.href, databasePool: 4 },
    });
  });
  afterEach(async () => {
    await proxy.shut();
    await test.close();
    await database.remove();
  });

  const expectUnavailable = async (options: Parameters<TestApp['inject']>[0]) => {
    const answer = await test.inject(options);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.body).not.toContain('127.0.0.1');
  };

  it('is answered by 503 in every route that needs it and in /health/ready, and by 200 when it is back', async () => {
    const user = await test.signIn();
    await proxy.shut();
    await expectUnavailable({ url: healthReady.path });
    await expectUnavailable({ url: authStatus.path });
    const { email, password } = owner;
    await expectUnavailable({ method: 'POST', url: login.path, payload: { email, password } });
    expect((await test.inject({ url: healthLive.path })).statusCode).toBe(200);
    await proxy.open();
    expect((await test.inject({ url: healthReady.path })).statusCode).toBe(200);
    expect((await user.inject({ url: readPreferences.path })).statusCode).toBe(200);
  });

  it('that stands still is answered by 503 too, and a query that takes its time gets it', async () => {
    await test.signIn();
    const slow = sql<{ answer: number }>`select 1 as answer from pg_sleep(6)`.execute(test.infrastructure.db);
    expect((await slow).rows).toEqual([{ answer: 1 }]);
    proxy.freeze();
    await expectUnavailable({ url: healthReady.path });
    await proxy.shut();
    await proxy.open();
    expect((await test.inject({ url: healthReady.path })).statusCode).toBe(200);
  }, 30_000);

  it('leaves no run under way: its end is written when the database is back, without a new start', async () => {
    const user = await test.signIn();
    const flowId = await makeFlow(user, await gatedFlow(user));
    const url = `${studio}/internal-prediction/${flowId}`;
    const asked = user.inject({ method: 'POST', url, payload: { question: 'Well?' } });
    const runs = () =>
      test.infrastructure.db.selectFrom('run').select(['question', 'status', 'answer']).execute();
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ status: 'running' }]));
    // Accepted, although its caller never heard of it: the line broke in that moment.
    const [row] = await test.infrastructure.db.selectFrom('run').selectAll().execute();
    const unheard = { ...row!, id: 'unheard', question: 'Hello?' };
    await test.infrastructure.db.insertInto('run').values(unheard).execute();
    await proxy.shut();
    gated.gate.say('It is.');
    gated.gate.say(undefined);
    expect((await asked).statusCode).toBe(503);
    await expect(test.infrastructure.processes.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await proxy.open();
    await vi.waitFor(async () => expect(await runs()).toContainEqual(done), { timeout: 15_000 });
    await test.infrastructure.processes.check();
    // What was accepted goes on as after a crash, from where it was.
    gated.gate.say('It is.');
    gated.gate.say(undefined);
    await vi.waitFor(
      async () =>
        expect(await runs()).toEqual(
          expect.arrayContaining([done, expect.objectContaining({ question: 'Hello?', status: 'done' })]),
        ),
      { timeout: 15_000 },
    );
  }, 60_000);

  it('fails every write of a group at once', async () => {
    await test.signIn();
    await proxy.shut();
    let calls = 0;
    const writes = Array.from({ length: 5 }, () =>
      test.infrastructure.writes.write(async (trx) => {
        calls += 1;
        await sql`select 1`.execute(trx);
      }),
    );
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(
      Array(5).fill('UNAVAILABLE'),
    );
    expect(calls).toBeLessThanOrEqual(1);
  });

  it('that drops a query under way is named too, and a plain mistake is not', async () => {
    const slow = sql`select pg_sleep(60)`.execute(test.infrastructure.db);
    const failed = expect(slow).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const admin = new pg.Client({ connectionString: database.databaseUrl });
    await admin.connect();
    const ended = `select pg_terminate_backend(pid) as ended from pg_stat_activity where query like 'select pg_sleep%' and datname = current_database()`;
    await vi.waitFor(async () => expect((await admin.query(ended)).rows).toEqual([{ ended: true }]));
    await admin.end();
    await failed;
    // The pool may still hand out the dead connection once.
    await vi.waitFor(() =>
      expect(sql`select nothing`.execute(test.infrastructure.db)).rejects.toMatchObject({ code: '42703' }),
    );
  });
});

describe('the errors of a database driver', () => {
  it.each([
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
    [Object.assign(new Error('shutting down'), { code: '57P01' }), true],
    [Object.assign(new Error('starting up'), { code: '57P03' }), true],
    [Object.assign(new Error('too many clients'), { code: '53300' }), true],
    [new Error('Connection terminated unexpectedly'), true],
    [new Error('timeout exceeded when trying to connect'), true],
    [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
    [Object.assign(new Error('canceling statement'), { code: '57014' }), false],
    [new Error('no such column'), false],
  ])('%s: not reachable is %s', (error, isUnreachable) => {
    expect(nameUnreachable(error)).toEqual(
      isUnreachable ? expect.objectContaining({ code: 'UNAVAILABLE', cause: error }) : error,
    );
  });
});
