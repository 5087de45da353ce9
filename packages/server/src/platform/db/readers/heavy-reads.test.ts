import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { readRequest } from './read-request.ts';

const scope = { workspaceId: 'w1' };
const variable = (index: number, value = 'x') => ({
  id: `v${index}`,
  workspaceId: 'w1',
  name: `name ${index}`,
  value,
  type: 'static' as const,
  isSecret: 0 as const,
  createdAt: index,
  updatedAt: index,
});

describe.each(databases)('heavy reads on %s', (database) => {
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp({ database });
  });
  afterEach(() => test.close());

  it('see what was committed before they began, whenever that was', async () => {
    const { db, reads } = test.infrastructure;
    for (let round = 0; round < 20; round += 1) {
      await db.insertInto('variable').values(variable(round)).execute();
      const found = await reads.of(scope).selectFrom('variable').select('id').execute();
      expect(found).toHaveLength(round + 1);
    }
  });

  it('return what any read returns: texts, numbers, null, nothing', async () => {
    const { db, reads } = test.infrastructure;
    await db
      .insertInto('variable')
      .values([variable(1, 'Öl, 漢字, "quoted"'), variable(2, '')])
      .execute();
    const query = (from: typeof db) => from.selectFrom('variable').selectAll().orderBy('id');
    const rows = await query(reads.of(scope)).execute();
    expect(rows).toEqual(await query(db).execute());
    expect(rows[0]).toMatchObject({ value: 'Öl, 漢字, "quoted"', sealedValue: null, createdAt: 1 });
    expect(await query(reads.of(scope)).where('id', '=', 'none').executeTakeFirst()).toBeUndefined();
  });

  it('are refused while very many of a workspace wait, but those that a run goes on from wait', async () => {
    const { reads } = test.infrastructure;
    const read = (isPatient: boolean) =>
      sql<{ one: number }>`select 1 as one`.execute(reads.of(scope, { isPatient })).then(
        ({ rows }) => rows[0]?.one,
        (error: { code: string }) => error.code,
      );
    const all = [
      ...Array.from({ length: 200 }, () => read(false)),
      ...Array.from({ length: 200 }, () => read(true)),
    ];
    const outcomes = await Promise.all(all);
    expect(new Set(outcomes.slice(0, 200))).toEqual(new Set([1, 'TOO_MANY_REQUESTS']));
    expect(new Set(outcomes.slice(200))).toEqual(new Set([1]));
  });

  it('return long lists whole, while the event loop goes on', async () => {
    const { db, reads } = test.infrastructure;
    await db
      .insertInto('variable')
      .values(variable(1, 'long '.repeat(400)))
      .execute();
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    const rows = await sql<{ n: number; value: string }>`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)
      select n, value from numbers, variable order by n`.execute(reads.of(scope));
    clearInterval(beat);
    expect(rows.rows).toHaveLength(20_000);
    expect(rows.rows.every(({ n, value }, index) => Number(n) === index + 1 && value.length === 2000)).toBe(
      true,
    );
    expect(turns, 'turns of the event loop meanwhile').toBeGreaterThan(5);
  });

  it('say what is wrong with a statement, and answer the next one', async () => {
    const { reads } = test.infrastructure;
    await expect(sql`select * from nowhere`.execute(reads.of(scope))).rejects.toThrow(/nowhere/);
    expect(await reads.of(scope).selectFrom('variable').selectAll().execute()).toEqual([]);
  });

  it('end with the request that they are made for', async () => {
    const reading = test.infrastructure.reads.of(scope);
    const leaving = new AbortController();
    const count = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000000)
      select count(*) from numbers`;
    const read = readRequest.run({ signal: leaving.signal }, () => count.execute(reading));
    setTimeout(() => leaving.abort(new DOMException('The client has gone.', 'AbortError')), 50);
    await expect(read).rejects.toThrow('The client has gone.');
    if (database === 'postgres') {
      const running = async () =>
        (
          await sql<{ n: number }>`select count(*) as n from pg_stat_activity
            where state = 'active' and query like '%select count(*) from numbers' and pid <> pg_backend_pid()`.execute(
            test.infrastructure.db,
          )
        ).rows[0]?.n;
      await expect.poll(running).toBe(0);
    }
    expect(await reading.selectFrom('variable').selectAll().execute()).toEqual([]);
  });

  it('have no transactions', async () => {
    const reading = test.infrastructure.reads.of(scope);
    await expect(reading.transaction().execute(async () => 1)).rejects.toThrow(/no transactions/);
  });

  if (database === 'sqlite')
    it('cannot write', async () => {
      const reading = test.infrastructure.reads.of(scope);
      await expect(reading.insertInto('variable').values(variable(1)).execute()).rejects.toThrow(/readonly/);
    });
});
