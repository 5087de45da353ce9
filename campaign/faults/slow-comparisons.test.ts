import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadyTable } from '../../packages/server/src/features/knowledge/index/table-matrix.ts';
import { vectorTableStore } from '../../packages/server/src/features/knowledge/index/vector-tables.store.ts';
import { openDatabase } from '../../packages/server/src/platform/db/client.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import type { Database } from '../../packages/server/src/platform/db/schema.ts';
import {
  type EmptyDatabase,
  makeDatabase,
  postgresUrl,
} from '../../packages/server/src/testing/databases.ts';
import { LineGate } from './line-gate.ts';

const place = { workspaceId: 'w1', storeId: 's1', embedding: 'm' };
const table: ReadyTable = { name: 'vector_table_made', dimensions: 2, lastSeq: 3 };
const limits = { places: 2, longestMs: 1500 };
const question = (few: number[] | undefined) => ({
  ...{ vector: Float32Array.from([1, 0]), depth: 2 },
  wanted: { count: 3, total: 3, first: 0, bits: new Uint8Array([255]), few },
});

describe.runIf(postgresUrl !== undefined)('a database that compares too slowly', () => {
  let made: EmptyDatabase;
  let gate: LineGate;
  let admin: Database;
  let db: Database;

  /** In place of the extension: a comparison takes as long as the table `slowness` says. */
  beforeAll(async () => {
    made = await makeDatabase('postgres');
    admin = await openDatabase({ home: made.home, databaseUrl: made.databaseUrl, databasePool: 1 });
    await migrate(admin);
    for (const statement of [
      'create domain halfvec as text',
      'create table slowness (seconds float8 not null)',
      'insert into slowness values (0)',
      `create function compared(text, text) returns float8 language sql volatile
        as 'select coalesce((select -1.0::float8 from slowness, pg_sleep(seconds)), -1.0::float8)'`,
      'create operator <#> (leftarg = text, rightarg = text, function = compared)',
      `create table ${table.name} ("textSeq" bigint primary key, vector halfvec not null)`,
      `insert into ${table.name} values (1, 'a'), (2, 'b'), (3, 'c')`,
      `insert into vector_table ("storeId", embedding, "workspaceId", name, dimensions, "lastSeq", turnover, "isReady")
        values ('s1', 'm', 'w1', '${table.name}', 2, 3, 0, 1)`,
    ])
      await sql.raw(statement).execute(admin);
    gate = await new LineGate(made.databaseUrl ?? '').open();
    db = await openDatabase({ home: made.home, databaseUrl: gate.url, databasePool: 4 });
  }, 120_000);
  afterAll(async () => {
    await gate.shut();
    await db.destroy();
    await admin.destroy();
    await made.remove();
  });

  const slow = (seconds: number) => sql`update slowness set seconds = ${seconds}`.execute(admin);
  const ask = (of = vectorTableStore(db, limits), few: number[] | undefined = [1, 2, 3]) =>
    of.search(place, table, question(few));
  const isServed = async () => (await sql`select 1 as one`.execute(db)).rows.length === 1;
  const tooLong = { code: 'UNAVAILABLE', message: expect.stringMatching(/takes too long to compare/) };

  it.each([
    ['one by one', [1, 2, 3]],
    ['through a graph', undefined],
  ])(
    'says so when its time is over, %s, and answers again afterwards',
    async (_, few) => {
      await slow(60);
      await expect(ask(undefined, few)).rejects.toMatchObject(tooLong);
      // The server has ended it too.
      const open = sql`select 1 from pg_stat_activity where state <> 'idle' and query like '%<#>%'
      and pid <> pg_backend_pid() and datname = current_database()`;
      await expect.poll(async () => (await open.execute(admin)).rows, { timeout: 20_000 }).toEqual([]);
      await slow(0);
      expect(await ask(undefined, few)).toHaveLength(2);
    },
    60_000,
  );

  it('holds up nothing else, however many questions wait for it', async () => {
    await slow(60);
    const store = vectorTableStore(db, { ...limits, longestMs: 4000 });
    let ended = 0;
    const outcomes = Array.from({ length: 12 }, () =>
      ask(store)
        .catch((error: unknown) => error)
        .finally(() => {
          ended += 1;
        }),
    );
    expect(await isServed()).toBe(true);
    expect(ended).toBe(0);
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject(tooLong);
    await slow(0);
    expect(await ask(store)).toHaveLength(2);
  }, 60_000);

  it('is given up where its line goes dead in the middle of a comparison, and others go on', async () => {
    await slow(60);
    const store = vectorTableStore(db, { ...limits, longestMs: 4000 });
    const asked = ask(store).catch((error: unknown) => error);
    const running = sql`select 1 from pg_stat_activity where state = 'active' and query like '%<#>%'
      and pid <> pg_backend_pid() and datname = current_database()`;
    await expect.poll(async () => (await running.execute(admin)).rows.length, { timeout: 20_000 }).toBe(1);
    gate.freeze();
    // On a busy machine the watch over the whole line may notice it first.
    const message = expect.stringMatching(/takes too long to compare|cannot be reached/);
    expect(await asked).toMatchObject({ code: 'UNAVAILABLE', message });
    gate.cut();
    await slow(0);
    // "Try again in a moment": the pool may hold lines for an instant whose end it has not heard of.
    const found = () => ask(store).then((rows) => rows.length);
    await expect.poll(found, { timeout: 20_000 }).toBe(2);
  }, 60_000);

  it('is named when it is restarted in the middle of a comparison, and is asked again', async () => {
    await slow(60);
    const asked = ask(vectorTableStore(db, { places: 2, longestMs: 30_000 })).catch(
      (error: unknown) => error,
    );
    const ending = sql<{
      isEnded: boolean;
    }>`select pg_terminate_backend(pid) as "isEnded" from pg_stat_activity
      where state = 'active' and query like '%<#>%' and pid <> pg_backend_pid() and datname = current_database()`;
    await expect.poll(async () => (await ending.execute(admin)).rows.length, { timeout: 20_000 }).toBe(1);
    expect(await asked).toMatchObject({ code: 'UNAVAILABLE', message: /cannot be reached/ });
    await slow(0);
    expect(await ask()).toHaveLength(2);
  }, 60_000);
});
