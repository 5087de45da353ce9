import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase, makeDatabase } from '../../testing/databases.ts';
import { openDatabase } from './client.ts';
import { type ConnectionWaits, createConnectionWaits } from './connection-waits.ts';
import type { Database } from './schema.ts';

describe.each(databases)('waits for a connection on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  let waits: ConnectionWaits;
  let over: number[] = [];

  beforeEach(async () => {
    empty = await makeDatabase(kind);
    over = [];
    waits = createConnectionWaits((ms) => over.push(ms));
    db = await openDatabase({ ...empty, databasePool: 1 }, waits);
    await sql`select 1`.execute(db);
  });
  afterEach(async () => {
    await db.destroy();
    await empty.remove();
  });

  if (kind === 'postgres')
    it('count while they last and once they are over', async () => {
      expect([waits.count, waits.takeLongestMs()]).toEqual([0, 0]);
      const held = Promise.withResolvers<void>();
      const has = Promise.withResolvers<void>();
      const holding = db.connection().execute(async () => {
        has.resolve();
        await held.promise;
      });
      await has.promise;
      const waiting = sql`select 2`.execute(db);
      await expect.poll(() => waits.count).toBe(1);
      const lasting = waits.takeLongestMs();
      expect(lasting).toBeGreaterThan(0);
      const before = over.length;
      held.resolve();
      await Promise.all([holding, waiting]);
      expect(over.length).toBe(before + 1);
      expect(waits.takeLongestMs()).toBeGreaterThanOrEqual(lasting);
      expect(waits.takeLongestMs()).toBe(0);
    });

  if (kind === 'sqlite')
    it('are nothing that the embedded database knows', () => {
      expect([waits.count, waits.takeLongestMs(), over]).toEqual([undefined, 0, []]);
    });
});
