import { randomBytes } from 'node:crypto';
import { createVariable, listVariables } from '@tendril/contract/api/variables';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../testing/flow-fixtures.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

// Whole servers are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const poolerUrl = process.env['TEST_PGBOUNCER_URL'];

/** The same database through the pooler. */
function pooled(databaseUrl: string): string {
  const url = new URL(poolerUrl ?? '');
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}

describe.runIf(poolerUrl)(
  'a server behind PgBouncer, which gives every transaction another connection',
  () => {
    let database: EmptyDatabase;
    let direct: string;
    let through: string;
    const open: { close(): Promise<unknown> }[] = [];
    beforeEach(async () => {
      database = await makeDatabase('postgres');
      direct = database.databaseUrl ?? '';
      through = pooled(direct);
    });
    afterEach(async () => {
      for (const one of open.splice(0).reverse()) await one.close();
      await database.remove();
    });

    const secretKey = randomBytes(32).toString('base64');
    async function startApp(config: Record<string, string>): Promise<TestApp> {
      const app = await createTestApp({ config: { secretKey, databaseUrl: through, ...config } });
      open.push(app);
      return app;
    }

    it('answers, stores and lists, and another process hears of a change', async () => {
      const here = await startApp({ databaseDirectUrl: direct });
      const there = await startApp({ databaseDirectUrl: direct });
      const user = await here.signIn();
      const other = await there.signIn();
      const heard: string[] = [];
      there.infrastructure.bus.subscribe('revised', ({ what }) => void heard.push(what));
      const create = (name: string) =>
        user.inject({
          method: 'POST',
          url: createVariable.path,
          payload: { name, value: 'v', type: 'static' },
        });
      // Messages to a process that does not listen yet are lost.
      let count = 0;
      await expect
        .poll(
          async () => {
            count += 1;
            expect((await create(`pooled_${count}`)).statusCode).toBe(200);
            return heard;
          },
          { timeout: 20_000, interval: 100 },
        )
        .toContain('variable');
      const listed = await other.inject({ method: 'GET', url: listVariables.path });
      expect(listed.json<{ name: string }[]>().map(({ name }) => name)).toContain('pooled_1');
    });

    it('runs a flow to its answer many times side by side', async () => {
      const app = await startApp({ databaseDirectUrl: direct });
      const user = await app.signIn();
      const flow = await makeFlow(user, await talkingFlow(user));
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          user.inject({
            method: 'POST',
            url: `/api/v1/prediction/${flow}`,
            payload: { question: `Question ${index}` },
          }),
        ),
      );
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      const { rows } = await onServer('select count(*)::int as count from run where status = $1', ['done']);
      expect(rows).toEqual([{ count: 24 }]);
    });

    it('leaves no lock and no setting behind in the connections of others', async () => {
      await startApp({ databaseDirectUrl: direct });
      const { rows } = await onServer(
        "select count(*)::int as count from pg_locks where locktype = 'advisory'",
      );
      expect(rows).toEqual([{ count: 0 }]);
    });

    it.each([
      ['without DATABASE_DIRECT_URL', () => ({}), 'DATABASE_URL leads to a connection pooler'],
      [
        'with a DATABASE_DIRECT_URL through it too',
        () => ({ DATABASE_DIRECT_URL: `${through}?application_name=direct` }),
        'DATABASE_DIRECT_URL leads to a connection pooler',
      ],
    ])('refuses to start %s, and says what to set', async (_, more, sentence) => {
      const server: ServerProcess = await startServer({
        TENDRIL_HOME: database.home,
        DATABASE_URL: through,
        ...more(),
      });
      open.push({ close: () => server.stop() });
      expect([server.url, server.child.exitCode]).toEqual(['', 1]);
      expect(server.output()).toContain(sentence);
      expect(server.output()).not.toContain('    at ');
      const { rows } = await onServer("select count(*)::int as count from pg_tables where tablename = 'run'");
      expect(rows).toEqual([{ count: 0 }]);
    });

    async function onServer(statement: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: direct });
      await client.connect();
      try {
        return await client.query(statement, values);
      } finally {
        await client.end();
      }
    }
  },
);
