import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createReaderPool, type ReaderPool } from './reader-pool.ts';

let folder: string;
let path: string;
let pool: ReaderPool;
beforeEach(() => {
  folder = makeFolder();
  path = join(folder, 'a.db');
  const database = new DatabaseSync(path);
  database.exec("pragma journal_mode = wal; create table word (text); insert into word values ('one')");
  database.close();
});
afterEach(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const numbersTo = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select`;
const words = (workspaceId = 'w') => pool.read(workspaceId, 'select text from word', []);

it('has no thread before the first read, and none when it has not been read for a while', async () => {
  pool = createReaderPool(path, { idleMs: 1 });
  expect(pool.size()).toBe(0);
  expect(await words()).toEqual([{ text: 'one' }]);
  await expect.poll(() => pool.size()).toBe(0);
  expect(await words()).toEqual([{ text: 'one' }]);
});

it('uses two threads at most, however much is asked', async () => {
  pool = createReaderPool(path);
  const asked = Array.from({ length: 20 }, () => words());
  await asked[0];
  expect(pool.size()).toBe(2);
  expect(await Promise.all(asked)).toHaveLength(20);
  expect(pool.size()).toBe(2);
});

it('ends a read that takes too long, in words, and goes on with a fresh thread', async () => {
  pool = createReaderPool(path, { limitMs: 150 });
  const long = pool.read('w', `${numbersTo(4_000_000)} count(*) from numbers`, []);
  await expect(long).rejects.toMatchObject({ code: 'UNAVAILABLE', message: /longer than 0.15 seconds/ });
  await expect.poll(() => words().catch(() => undefined)).toEqual([{ text: 'one' }]);
});

it('answers those who wait when a thread is ended under its read', async () => {
  pool = createReaderPool(path);
  const asked = Array.from({ length: 6 }, () =>
    pool.read('w', `${numbersTo(300_000)} n from numbers`, []).then(
      () => 'read',
      ({ code }: { code: string }) => code,
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  await pool.close();
  const answers = await Promise.all(asked);
  expect(new Set(answers).difference(new Set(['read', 'UNAVAILABLE'])).size).toBe(0);
  expect(answers).toContain('UNAVAILABLE');
});

it('refuses a workspace that has fifty reads waiting, and no other', async () => {
  pool = createReaderPool(path);
  const flood = Array.from({ length: 60 }, () => words('busy').catch(({ code }: { code: string }) => code));
  expect(await words('quiet')).toEqual([{ text: 'one' }]);
  const refused = (await Promise.all(flood)).filter((answer) => answer === 'TOO_MANY_REQUESTS');
  expect(refused).toHaveLength(8);
});

it('frees the thread of a read that nobody waits for any more', async () => {
  pool = createReaderPool(path);
  const leaving = Array.from({ length: 2 }, () => new AbortController());
  const long = leaving.map(({ signal }) =>
    pool.read('w', `${numbersTo(6_000_000)} count(*) from numbers`, [], signal),
  );
  const waitingOne = new AbortController();
  const waiting = pool.read('w', 'select text from word', [], waitingOne.signal);
  waitingOne.abort(new DOMException('gone', 'AbortError'));
  await expect(waiting).rejects.toThrow('gone');
  for (const one of leaving) one.abort(new DOMException('gone', 'AbortError'));
  const answered = words();
  for (const read of long) await expect(read).rejects.toThrow('gone');
  expect(await answered).toEqual([{ text: 'one' }]);
});

it('keeps the thread of an abandoned read that returns soon', async () => {
  pool = createReaderPool(path);
  const leaving = new AbortController();
  await words();
  const read = pool.read('w', `${numbersTo(1000)} count(*) from numbers`, [], leaving.signal);
  leaving.abort(new DOMException('gone', 'AbortError'));
  await expect(read).rejects.toThrow('gone');
  expect(pool.size()).toBe(1);
  expect(await words()).toEqual([{ text: 'one' }]);
});
