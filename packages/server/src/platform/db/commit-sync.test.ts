import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { openDatabase } from './client.ts';
import { CommitSync, commitSyncOf } from './commit-sync.ts';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';
import { createWriteGroup } from './write-group.ts';

describe('commits of the embedded database', () => {
  let empty: EmptyDatabase;
  let db: Database;
  let sync: CommitSync;
  let syncs: number;

  beforeEach(async () => {
    empty = await makeDatabase('sqlite');
    db = await openDatabase({ ...empty, databasePool: 1 });
    await migrate(db);
    const found = commitSyncOf(db);
    if (!found) throw new Error('The embedded database has one.');
    sync = found;
    syncs = 0;
    const flush = sync.flush.bind(sync);
    sync.flush = async () => {
      await flush();
      syncs += 1;
    };
  });
  afterEach(async () => {
    await db.destroy();
    await empty.remove();
  });

  const add = (id: string, to: Pick<Database, 'insertInto'> = db) =>
    to.insertInto('workspace').values({ id, name: id, createdAt: 1 });

  it('are on disk when a statement, a transaction or a write of the group resolves', async () => {
    await add('a').execute();
    expect(syncs).toBe(1);
    await add('b').returning('id').execute();
    expect(syncs).toBe(2);
    await db.transaction().execute(async (trx) => {
      await add('c', trx).execute();
      await add('d', trx).execute();
    });
    expect(syncs).toBe(3);
    const group = createWriteGroup(db);
    await Promise.all(['e', 'f'].map((id) => group.write((trx) => add(id, trx).execute())));
    expect(syncs).toBe(4);
    await db.selectFrom('workspace').select('id').execute();
    expect(syncs).toBe(4);
  });

  it('wait for the disk themselves after a write of the group that was rolled back', async () => {
    const group = createWriteGroup(db);
    await expect(group.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await db.transaction().execute((trx) => add('a', trx).execute());
    expect(syncs).toBe(1);
  });

  it('that the disk did not take are reported as failed', async () => {
    sync.flush = () => Promise.reject(new Error('no disk'));
    const group = createWriteGroup(db);
    await expect(group.write((trx) => add('a', trx).execute())).rejects.toThrow('no disk');
    await expect(add('b').execute()).rejects.toThrow('no disk');
  });

  it('that come while the disk is at work share the next wait', async () => {
    let count = 0;
    const lone = new CommitSync(`${empty.home}/tendril.db-wal`);
    lone.enable();
    await Promise.all(Array.from({ length: 5 }, () => lone.flush().then(() => (count += 1))));
    expect(count).toBe(5);
    expect(lone.flush()).toBe(lone.flush());
    await lone.close();
  });
});
