import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { openDatabase } from './client.ts';
import { createIndexOnline } from './create-index-online.ts';
import { migrations } from './known-migrations.ts';
import { isOutdated, migrate } from './migrate.ts';
import type { Database } from './schema.ts';
import type { SchemaMigration } from './schema-migration.ts';

const adds: SchemaMigration = {
  isExpanding: true,
  up: (db) => sql`alter table variable add column note text`.execute(db).then(() => {}),
};
const drops: SchemaMigration = {
  up: (db) => sql`alter table variable drop column note`.execute(db).then(() => {}),
};
const indexes: SchemaMigration = {
  isOnline: true,
  isExpanding: true,
  up: (db) => createIndexOnline(db, 'variable_note', sql`variable ("workspaceId", note)`),
};

describe.each(databases)('migrations while others work, on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;

  beforeEach(async () => {
    empty = await makeDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
    await migrate(db);
  });
  afterEach(async () => {
    await db.destroy();
    await empty.remove();
  });

  const added = { ...migrations, '9001-adds': adds };

  it('that only add something leave the release before working, and those that take away do not', async () => {
    await migrate(db, added);
    await migrate(db);
    expect(await isOutdated(db)).toBe(false);
    await migrate(db, { ...added, '9002-drops': drops });
    await expect(migrate(db)).rejects.toThrow(
      'The database is of a newer version of Tendril (it knows 9001-adds, 9002-drops). It takes a version that knows 9002-drops.',
    );
    await expect(isOutdated(db)).rejects.toThrow('newer version');
    await expect(migrate(db, added)).rejects.toThrow('newer version');
  });

  it('are run once, however many processes start at the same time', async () => {
    const others = await Promise.all(
      [1, 2].map(() => openDatabase({ ...empty, databasePool: 2 })).slice(kind === 'sqlite' ? 2 : 0),
    );
    const wanted = { ...added, '9002-indexes': indexes };
    await Promise.all([db, ...others].map((one) => migrate(one, wanted)));
    await Promise.all(others.map((one) => one.destroy()));
    const done = await sql<{ name: string }>`select name from kysely_migration where name > '9'`.execute(db);
    expect(done.rows.map(({ name }) => name).toSorted()).toEqual(['9001-adds', '9002-indexes']);
  });

  if (kind === 'postgres') {
    it('that take something away are refused while a server of the release before lives, in words', async () => {
      const beat = (at: number) =>
        sql`insert into process (id, host, pid, version, "startedAt", "beatAt", state)
          values ('p', 'somewhere', 7, '0.1.0', 1, ${at}, 'up')
          on conflict (id) do update set "beatAt" = excluded."beatAt"`.execute(db);
      await beat(Date.now() + 60_000);
      await migrate(db, added, 0);
      const taking = { ...added, '9002-drops': drops };
      await expect(migrate(db, taking, 0)).rejects.toThrow(
        'The database can only be brought to the schema of this version (9002-drops) while no server of the version before uses it: stop the one of version 0.1.0 on somewhere (process 7).',
      );
      expect(await isOutdated(db)).toBe(false);
      await beat(Date.now() - 60_000);
      await migrate(db, taking, 0);
      await expect(migrate(db, added)).rejects.toThrow('newer version');
    });

    const write = (id: number) =>
      sql`insert into variable (id, "workspaceId", name, value, type, "createdAt", "updatedAt")
        values (${`v${id}`}, 'w', ${`n${id}`}, '', 'static', 1, 1)`.execute(db);

    it('build an index while rows are written, and wait for no table longer than others can', async () => {
      await sql`insert into variable (id, "workspaceId", name, value, type, "createdAt", "updatedAt")
        select 'old' || n, 'w', 'old' || n, '', 'static', 1, 1 from generate_series(1, 50000) n`.execute(db);
      let isDone = false;
      let written = 0;
      let longestMs = 0;
      const load = (async () => {
        while (!isDone) {
          const since = performance.now();
          await write(written);
          written += 1;
          longestMs = Math.max(longestMs, performance.now() - since);
        }
      })();
      const { promise, resolve } = Promise.withResolvers<void>();
      const holds = db.transaction().execute(async (trx) => {
        await sql`lock table variable in share update exclusive mode`.execute(trx);
        await promise;
      });
      const migrated = migrate(db, { ...added, '9002-indexes': indexes });
      // Long enough that the first attempt to change the table is given up.
      setTimeout(resolve, 3000);
      await Promise.all([holds, migrated]);
      isDone = true;
      await load;
      const { rows } = await sql<{ count: number }>`select count(*) as count from variable`.execute(db);
      expect(Number(rows[0]?.count)).toBe(50_000 + written);
      expect(written).toBeGreaterThan(0);
      const index = await sql<{ indisvalid: boolean }>`select indisvalid from pg_index
        where indexrelid = 'variable_note'::regclass`.execute(db);
      expect(index.rows).toEqual([{ indisvalid: true }]);
      expect(longestMs, 'a write waits no longer than the lock timeout').toBeLessThan(5000);
    }, 60_000);
  }
});
