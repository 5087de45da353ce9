import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { vacuum } from '../../commands/vacuum.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from './client.ts';
import { readFreePages } from './free-pages.ts';
import { createIdleVacuum } from './idle-vacuum.ts';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';

const log = pino({ level: 'silent' });

describe('free pages of the embedded database', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tendril-vacuum-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  async function fillAndDelete(db: Database): Promise<void> {
    await sql`create table filled (text text)`.execute(db);
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 8000)
      insert into filled select hex(randomblob(500)) from n`.execute(db);
    await sql`drop table filled`.execute(db);
  }

  it('of a new home are given back, a few at a time', async () => {
    const db = await openDatabase({ home, databaseUrl: undefined, databasePool: 2 });
    await migrate(db);
    await fillAndDelete(db);
    const before = await readFreePages(db);
    expect(before.isIncremental).toBe(true);
    expect(before.freeBytes).toBeGreaterThan(6_000_000);
    const idle = createIdleVacuum(db, log);
    let steps = 0;
    while (await idle.vacuumSome()) steps += 1;
    await idle.close();
    const after = await readFreePages(db);
    expect(steps).toBeGreaterThan(2);
    expect(steps).toBeLessThan(50);
    expect(after.freeBytes).toBeLessThan(5_000_000);
    expect(after.bytes).toBeLessThan(before.bytes - 3_000_000);
    await db.destroy();
  });

  it('are given back between writes, of which none is lost', async () => {
    const db = await openDatabase({ home, databaseUrl: undefined, databasePool: 2 });
    await migrate(db);
    await sql`create table written (n integer)`.execute(db);
    await fillAndDelete(db);
    const idle = createIdleVacuum(db, log);
    let written = 0;
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await db.transaction().execute(async (trx) => {
          await sql`insert into written values (${written})`.execute(trx);
          await sql`insert into written values (${-written})`.execute(trx);
        });
        written += 1;
      }
    })();
    while (await idle.vacuumSome());
    isOver = true;
    await writing;
    await idle.close();
    const { rows } = await sql<{ count: number }>`select count(*) as count from written`.execute(db);
    expect(rows[0]?.count).toBe(2 * written);
    expect(written).toBeGreaterThan(0);
    expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
    expect((await readFreePages(db)).freeBytes).toBeLessThan(5_000_000);
    await db.destroy();
  });

  it('of an older home stay until it was rewritten once, by the command', async () => {
    const old = new DatabaseSync(join(home, 'tendril.db'));
    old.exec('pragma journal_mode = wal; create table first (id text)');
    old.close();
    const options = { home, databaseUrl: undefined, databasePool: 2 };
    const db = await openDatabase(options);
    await migrate(db);
    await fillAndDelete(db);
    const before = await readFreePages(db);
    expect(before.isIncremental).toBe(false);
    const idle = createIdleVacuum(db, log);
    expect(await idle.vacuumSome()).toBe(false);
    await idle.close();
    await db.destroy();
    await vacuum.run([], { ...readConfig({ TENDRIL_HOME: home }), home });
    const again = await openDatabase(options);
    const after = await readFreePages(again);
    expect(after).toMatchObject({ isIncremental: true, freeBytes: 0 });
    expect(after.bytes).toBeLessThan(before.bytes - 6_000_000);
    await again.destroy();
  });
});
