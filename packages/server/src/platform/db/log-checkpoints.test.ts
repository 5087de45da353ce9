import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { LogCheckpoints } from './log-checkpoints.ts';
import { SqliteDriver } from './sqlite-driver.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = makeFolder();
  path = join(folder, 'a.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const query = (sql: string, parameters: unknown[] = []) =>
  ({ sql, parameters, query: {}, queryId: { queryId: 'q' } }) as never;

it('keeps the log short under writes that never cease, and loses nothing', { timeout: 120_000 }, async () => {
  const driver = new SqliteDriver(path);
  await driver.init();
  const connection = await driver.acquireConnection();
  await connection.executeQuery(query('create table word (id integer primary key, text)'));
  let longest = 0;
  for (let round = 0; round < 2400; round += 1) {
    await driver.beginTransaction();
    for (let row = 0; row < 20; row += 1)
      await connection.executeQuery(query('insert into word (text) values (?)', ['word '.repeat(800)]));
    await driver.commitTransaction();
    longest = Math.max(longest, statSync(`${path}-wal`).size);
    // Lets the thread be heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(statSync(path).size, 'bytes of the database while it is open').toBeGreaterThan(50_000_000);
  expect(longest, 'bytes of the log').toBeLessThan(90_000_000);
  await driver.destroy();
  const database = new DatabaseSync(path);
  expect(database.prepare('select count(*) as count from word').get()).toEqual({ count: 48_000 });
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});

it('leaves a database that is whole at any moment of a round', async () => {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table word (text)');
  const checkpoints = new LogCheckpoints(path, { pagesAtOnce: 1 });
  const insert = database.prepare('insert into word values (?)');
  for (let count = 0; count < 300; count += 1) insert.run('x'.repeat(9000));
  checkpoints.consider(1);
  let copies = 0;
  while (checkpoints.running && copies < 50) {
    await Promise.race([checkpoints.running, new Promise((resolve) => setTimeout(resolve, 2))]);
    copies += 1;
    // As after a loss of power: first the database, which is whole with any later log.
    for (const end of ['', '-wal']) copyFileSync(path + end, `${join(folder, `copy${copies}.db`)}${end}`);
  }
  for (let copy = 1; copy <= copies; copy += 1) {
    const found = new DatabaseSync(join(folder, `copy${copy}.db`));
    expect(found.prepare('select count(*) as count from word').get()).toEqual({ count: 300 });
    found.close();
  }
  await checkpoints.close();
  database.close();
});

it('has a thread only while there is something to do', async () => {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; create table word (text)');
  const checkpoints = new LogCheckpoints(path, { pagesAtOnce: 10, idleMs: 1 });
  checkpoints.consider(9);
  expect(checkpoints.isAwake).toBe(false);
  checkpoints.consider(10);
  expect(checkpoints.isAwake).toBe(true);
  await checkpoints.running;
  await expect.poll(() => checkpoints.isAwake).toBe(false);
  await checkpoints.close();
  database.close();
});

it('holds those who write when its thread does not keep up with them, until the round is over', async () => {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; create table word (text)');
  const checkpoints = new LogCheckpoints(path, { pagesAtOnce: 1 });
  checkpoints.consider(15_000);
  checkpoints.consider(16_000);
  expect(checkpoints.ending).toBeUndefined();
  checkpoints.consider(16_001);
  const held = checkpoints.ending;
  expect(held).toBe(checkpoints.running);
  await held;
  expect(checkpoints.ending).toBeUndefined();
  await checkpoints.close();
  database.close();
});

it('goes on after a round that failed', async () => {
  const checkpoints = new LogCheckpoints(join(folder, 'none', 'at-all.db'), { pagesAtOnce: 1 });
  checkpoints.consider(1);
  await checkpoints.running;
  expect(checkpoints.ending).toBeUndefined();
  checkpoints.consider(1);
  await checkpoints.close();
});
