import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase } from '../../testing/databases.ts';
import { makeMigratedDatabase } from '../../testing/migrated-database.ts';
import { openDatabase } from '../db/client.ts';
import type { Database } from '../db/schema.ts';
import { createBusDelivery } from './bus-delivery.ts';
import { startRevisionReader } from './revision-reader.ts';
import { bumpRevision } from './revisions.ts';

const log = pino({ level: 'silent' });

describe.each(databases)('revisions on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  let readers: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    empty = await makeMigratedDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
    await db.insertInto('workspace').values({ id: 'w', name: 'W', createdAt: 1 }).execute();
  });
  afterEach(async () => {
    await Promise.all(readers.map((reader) => reader.close()));
    readers = [];
    await db.destroy();
    await empty.remove();
  });

  const rows = () =>
    db.selectFrom('revision').select(['workspaceId', 'what', 'rowId']).orderBy('seq').execute();

  /** A process that reads; waits for its first look, after which nothing is missed. */
  async function reader(keptMs?: number) {
    const delivery = createBusDelivery(log);
    const heard: string[] = [];
    let gaps = 0;
    delivery.subscribe('revised', ({ scope, what, id }) => void heard.push(`${scope} ${what} ${id}`));
    delivery.onGap(() => {
      gaps += 1;
    });
    readers.push(startRevisionReader({ db, log, delivery, everyMs: 10, ...(keptMs && { keptMs }) }));
    await expect.poll(() => gaps).toBeGreaterThan(0);
    return { heard, gaps: () => gaps };
  }

  if (kind === 'sqlite')
    it('are not written, because there is one process', async () => {
      await bumpRevision(db, { workspaceId: 'w', what: 'limit' });
      const now = { createdAt: 1, updatedAt: 1 };
      await db
        .insertInto('variable')
        .values({
          id: 'v',
          workspaceId: 'w',
          name: 'n',
          value: '',
          type: 'static',
          sealedValue: null,
          ...now,
        })
        .execute();
      expect(await rows()).toEqual([]);
    });

  if (kind === 'postgres') {
    it('are read once by every process, those of other transactions included', async () => {
      const [one, other] = [await reader(), await reader()];
      await bumpRevision(db, { workspaceId: 'w', what: 'limit' });
      await bumpRevision(db, { workspaceId: 'w', what: 'knowledge', id: 'k' });
      await expect.poll(() => other.heard).toHaveLength(2);
      await expect.poll(() => one.heard).toEqual(['w limit undefined', 'w knowledge k']);
      await bumpRevision(db, { workspaceId: 'w', what: 'flow', id: 'f' });
      await expect.poll(() => one.heard).toHaveLength(3);
    });

    it('are not missed where a transaction commits after one that began later', async () => {
      const one = await reader();
      const late = await db.startTransaction().execute();
      await bumpRevision(late, { workspaceId: 'w', what: 'flow', id: 'late' });
      await bumpRevision(db, { workspaceId: 'w', what: 'flow', id: 'early' });
      await expect.poll(() => one.heard).toEqual(['w flow early']);
      await late.commit().execute();
      await expect.poll(() => one.heard).toEqual(['w flow early', 'w flow late']);
    });

    it('of a change that is rolled back are never seen', async () => {
      const one = await reader();
      const undone = await db.startTransaction().execute();
      await bumpRevision(undone, { workspaceId: 'w', what: 'flow', id: 'undone' });
      await undone.rollback().execute();
      await bumpRevision(db, { workspaceId: 'w', what: 'flow', id: 'kept' });
      await expect.poll(() => one.heard).toEqual(['w flow kept']);
    });

    it('that may have been swept away unread make a gap', async () => {
      const one = await reader(1);
      await expect.poll(one.gaps).toBeGreaterThan(2);
    });

    it('are written by the database itself, for changes that matter and no others', async () => {
      const now = { createdAt: 1, updatedAt: 1 };
      const inWorkspace = { workspaceId: 'w' };
      await db
        .insertInto('variable')
        .values({ id: 'v', name: 'n', value: '', type: 'static', sealedValue: null, ...inWorkspace, ...now })
        .execute();
      await db.updateTable('variable').set({ value: 'x' }).where('id', '=', 'v').execute();
      await db.deleteFrom('variable').where('id', '=', 'v').execute();
      const key = { keyName: 'k', keyHash: 'h', hint: '', scope: 'full' as const, flowIds: null };
      const times = { ...now, expiresAt: null, lastUsedAt: null, createdBy: null, endedAt: null };
      await db
        .insertInto('api_key')
        .values({ id: 'k', ...key, ...times, ...inWorkspace })
        .execute();
      await db.updateTable('api_key').set({ lastUsedAt: 2, keyName: 'other' }).execute();
      await db.updateTable('api_key').set({ endedAt: 2 }).execute();
      expect((await rows()).map(({ what, rowId }) => `${what} ${rowId}`)).toEqual([
        'variable v',
        'variable v',
        'variable v',
        'key k',
      ]);
    });

    it('are looked up along an index', async () => {
      const plan = await db.connection().execute(async (connection) => {
        await sql`set enable_seqscan = off`.execute(connection);
        return sql`explain select 1 from revision where n >= 5`.execute(connection);
      });
      expect(JSON.stringify(plan.rows)).toContain('revision_n');
    });
  }
});
