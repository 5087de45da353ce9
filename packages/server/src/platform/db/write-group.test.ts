import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { DatabaseTransaction } from './schema.ts';
import { createWriteGroup } from './write-group.ts';

describe.each(databases)('the write group on %s', (database) => {
  let test: TestApp;

  beforeEach(async () => {
    test = await createTestApp({ database });
  });
  afterEach(() => test.close());

  const add = (id: string) => (trx: DatabaseTransaction) =>
    trx
      .insertInto('workspace')
      .values({ id, name: id, createdAt: 1 })
      .execute()
      .then(() => id);
  const stored = async () =>
    (await test.infrastructure.db.selectFrom('workspace').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );

  it('commits the writes of one tick together and answers each its own', async () => {
    const transactions = new Set<DatabaseTransaction>();
    const group = createWriteGroup(test.infrastructure.db);
    const ids = await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        group.write((trx) => {
          transactions.add(trx);
          return add(id)(trx);
        }),
      ),
    );
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(transactions.size).toBe(1);
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('lets one failing write fail alone', async () => {
    const group = createWriteGroup(test.infrastructure.db);
    const results = await Promise.allSettled([
      group.write(add('a')),
      group.write(add('a')),
      group.write(async (trx) => {
        await add('half')(trx);
        throw new Error('changed my mind');
      }),
      group.write(add('b')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('gives things of one kind to one call, and each of them alone when one is bad', async () => {
    const group = createWriteGroup(test.infrastructure.db);
    const calls: (readonly string[])[] = [];
    const insert = group.combine(async (trx, ids: readonly string[]) => {
      calls.push(ids);
      await trx
        .insertInto('workspace')
        .values(ids.map((id) => ({ id, name: id, createdAt: 1 })))
        .execute();
    });
    await Promise.all([insert('a'), group.write(add('b')), insert('c')]);
    expect(calls).toEqual([['a', 'c']]);
    const results = await Promise.allSettled([insert('a'), insert('d')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(calls.slice(1)).toEqual([['a', 'd'], ['a'], ['d']]);
    expect(await stored()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('commits several groups side by side where it has several lanes', async () => {
    const lanes = test.infrastructure.config.databaseUrl === undefined ? 1 : 2;
    const group = createWriteGroup(test.infrastructure.db, lanes);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = group.write(async (trx) => {
      await add('held')(trx);
      if (lanes > 1) await held;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await group.write(add('beside'));
    expect(await stored()).toEqual(lanes > 1 ? ['beside'] : ['beside', 'held']);
    release();
    await first;
    await group.settle();
    expect(await stored()).toEqual(['beside', 'held']);
  });

  it('commits the writes of one key one after the other, and others beside them', async () => {
    const lanes = test.infrastructure.config.databaseUrl === undefined ? 1 : 3;
    const group = createWriteGroup(test.infrastructure.db, lanes);
    const mayEnd = Promise.withResolvers<void>();
    const order: string[] = [];
    const note = (id: string) => async (trx: DatabaseTransaction) => {
      order.push(id);
      await add(id)(trx);
    };
    const first = group.write(async (trx) => {
      await note('first')(trx);
      if (lanes > 1) await mayEnd.promise;
    }, 'run');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const [second, third] = ['second', 'third'].map((id) => group.write(note(id), 'run'));
    await group.write(note('other'), 'other');
    await group.write(note('any'));
    expect(order).toEqual(
      lanes > 1 ? ['first', 'other', 'any'] : ['first', 'second', 'third', 'other', 'any'],
    );
    mayEnd.resolve();
    await Promise.all([first, second, third]);
    await group.settle();
    expect(order.filter((id) => ['first', 'second', 'third'].includes(id))).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(await stored()).toEqual(['any', 'first', 'other', 'second', 'third']);
  });

  it('goes on after a failure, and settles when all is written', async () => {
    const group = createWriteGroup(test.infrastructure.db);
    await expect(group.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    void group.write(add('later'));
    await group.settle();
    expect(await stored()).toEqual(['later']);
  });

  it('keeps 500 writes and the reads between them apart', async () => {
    const group = createWriteGroup(test.infrastructure.db);
    await Promise.all(
      Array.from({ length: 500 }, async (_, at) => {
        await group.write(add(`w${at}`));
        const row = await test.infrastructure.db
          .selectFrom('workspace')
          .select('id')
          .where('id', '=', `w${at}`)
          .executeTakeFirst();
        expect(row?.id).toBe(`w${at}`);
      }),
    );
    expect(await stored()).toHaveLength(500);
  });

  it('keeps plain transactions apart from each other', async () => {
    const { db } = test.infrastructure;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        db.transaction().execute(async (trx) => {
          await add(`t${at}`)(trx);
          await new Promise((resolve) => setImmediate(resolve));
          if (at % 2) throw new Error('odd');
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(await stored()).toHaveLength(10);
  });
});
