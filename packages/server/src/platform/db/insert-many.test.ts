import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertMany } from './insert-many.ts';

describe.each(databases)('inserting many rows on %s', (database) => {
  let test: TestApp;

  beforeAll(async () => {
    test = await createTestApp({ database });
  });
  afterAll(() => test.close());

  const names = async () =>
    (await test.infrastructure.db.selectFrom('workspace').select('name').orderBy('createdAt').execute()).map(
      ({ name }) => name,
    );

  it('keeps any number of them, their text, and those that are there', async () => {
    const { db } = test.infrastructure;
    const odd = ['\u{1F600} "quoted" \\ud83d {braces}', 'line\nbreak', "it's", '\\'];
    const texts = [...odd, ...Array.from({ length: 203 }, (_, at) => `row ${at}`)];
    const rows = texts.map((name, at) => ({ id: `w${at}`, name, createdAt: at }));
    await insertMany(db, 'workspace', rows);
    expect(await names()).toEqual(texts);
    const again = rows.slice(0, 2).map((row) => ({ ...row, name: 'other' }));
    await insertMany(db, 'workspace', again, { skipsPresent: true });
    expect(await names()).toEqual(texts);
    await expect(insertMany(db, 'workspace', again)).rejects.toThrow();
  });

  it('keeps nothing of a transaction of which one row is refused', async () => {
    const { db } = test.infrastructure;
    const row = { workspaceId: 'w', sessionId: 's', at: 1, kind: 'text', nodeId: null, flowVersion: 1 };
    const rows = [1, 2].map((seq) => ({ ...row, runId: 'refused', seq, payload: seq === 1 ? '{}' : null }));
    const insert = db
      .transaction()
      .execute((trx) => insertMany(trx, 'event', rows, { skipsPresent: true, leavesUndo: true }));
    await expect(insert).rejects.toThrow();
    const stored = db.selectFrom('event').select('seq').where('runId', '=', 'refused');
    expect(await stored.execute()).toEqual([]);
  });

  it('writes nothing for a transaction that has ended', async () => {
    const { db } = test.infrastructure;
    const ended = await db.transaction().execute(async (trx) => ({ trx }));
    const late = insertMany(ended.trx, 'workspace', [{ id: 'late', name: 'late', createdAt: 9998 }]);
    await expect(late).rejects.toThrow();
    expect(await names()).not.toContain('late');
  });

  it('replaces half a character', async () => {
    const { db } = test.infrastructure;
    await insertMany(db, 'workspace', [{ id: 'half', name: 'half \uD83D', createdAt: 9999 }]);
    expect((await names()).at(-1)).toBe('half \uFFFD');
  });
});
