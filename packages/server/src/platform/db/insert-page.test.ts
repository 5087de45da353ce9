import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertPage } from './insert-page.ts';

describe.each(databases)('inserting a page of rows on %s', (database) => {
  let test: TestApp;

  beforeAll(async () => {
    test = await createTestApp({ database });
  });
  afterAll(() => test.close());

  const row = (id: string, name = id) => ({ id, name, createdAt: 1 });
  const stored = async () =>
    (
      await test.infrastructure.db
        .selectFrom('workspace')
        .select(['id', 'name'])
        .where('createdAt', '=', 1)
        .orderBy('id')
        .execute()
    ).map(({ id, name }) => `${id} ${name}`);

  it('returns those that were not there yet, and leaves the others as they are', async () => {
    const { db } = test.infrastructure;
    expect(await insertPage(db, 'workspace', [row('p1'), row('p2')])).toEqual([]);
    const again = { unique: ['id'], returning: ['id' as const] };
    const added = await db
      .transaction()
      .execute((trx) =>
        insertPage<{ id: string }>(
          trx,
          'workspace',
          [row('p2', 'other'), row('p3'), row('p3', 'twice')],
          again,
        ),
      );
    expect(added).toEqual([{ id: 'p3' }]);
    expect(await stored()).toEqual(['p1 p1', 'p2 p2', 'p3 p3']);
    expect(await insertPage(db, 'workspace', [], again)).toEqual([]);
    await expect(insertPage(db, 'workspace', [row('p1')])).rejects.toThrow();
  });
});
