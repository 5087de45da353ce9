import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases, type EmptyDatabase } from '../../testing/databases.ts';
import { makeMigratedDatabase } from '../../testing/migrated-database.ts';
import { openDatabase } from '../db/client.ts';
import type { Database } from '../db/schema.ts';
import { processPlace } from './process-place.ts';
import { createProcessRegistry, type ProcessRegistry } from './process-registry.ts';

const hourMs = 3_600_000;
/** Larger than any number that a kernel gives. */
const noPid = 2 ** 30;

describe.each(databases)('the processes of a database on %s', (kind) => {
  let empty: EmptyDatabase;
  let db: Database;
  let open: ProcessRegistry[] = [];

  beforeEach(async () => {
    empty = await makeMigratedDatabase(kind);
    db = await openDatabase({ ...empty, databasePool: 4 });
  });
  afterEach(async () => {
    await Promise.all(open.map((registry) => registry.close()));
    open = [];
    await db.destroy();
    await empty.remove();
  });

  const registry = (goneMs = hourMs) => {
    const made = createProcessRegistry({
      db,
      log: pino({ level: 'silent' }),
      version: '1',
      goneMs,
      beatMs: hourMs,
    });
    open.push(made);
    return made;
  };
  const other = (id: string, columns: { pid?: number; place?: string | null; beatAt?: number } = {}) =>
    db
      .insertInto('process')
      .values({
        id,
        host: 'elsewhere',
        pid: 1,
        place: 'elsewhere',
        version: '1',
        startedAt: 1,
        beatAt: Date.now(),
        ...columns,
      })
      .execute();
  const ids = async () =>
    (await db.selectFrom('process').select('id').orderBy('id').execute()).map(({ id }) => id);

  it('have a row from their start to their stop', async () => {
    const one = registry();
    expect(await ids()).toEqual([]);
    await one.start();
    expect(await ids()).toEqual([one.id]);
    await one.close();
    expect(await ids()).toEqual([]);
  });

  it('take up work at their start, and when another has left some behind', async () => {
    const one = registry();
    await one.start();
    let recovered = 0;
    const end = await one.recover('work', async () => {
      recovered += 1;
      return 1;
    });
    expect(recovered).toBe(1);
    await one.check();
    expect(recovered).toBe(1);
    if (kind === 'postgres') {
      await other('gone', { pid: noPid, place: processPlace() ?? null, beatAt: 0 });
      await db.updateTable('process').set({ beatAt: Date.now() }).where('id', '=', 'gone').execute();
      await one.check();
      expect([recovered, await ids()]).toEqual([2, [one.id]]);
    }
    end();
  });

  if (kind === 'postgres')
    it('take up work that another process has found abandoned, whatever becomes of that other', async () => {
      const [one, finder] = [registry(), registry()];
      await Promise.all([one.start(), finder.start()]);
      let recovered = 0;
      await one.recover('work', async () => {
        recovered += 1;
        return 0;
      });
      await other('gone', { pid: noPid, place: processPlace() ?? null });
      await one.check();
      expect([recovered, (await ids()).includes('gone')]).toEqual([2, false]);
      await other('next', { pid: process.pid, place: processPlace() ?? null });
      await one.check();
      await db.updateTable('process').set({ pid: noPid }).where('id', '=', 'next').execute();
      await finder.check();
      expect((await ids()).includes('next')).toBe(false);
      await one.check();
      expect(recovered).toBe(3);
      await one.check();
      expect(recovered).toBe(3);
    });

  if (kind === 'postgres')
    it('leave the finding of dead ones to those who can take up their work', async () => {
      const [one, stopping] = [registry(), registry()];
      await Promise.all([one.start(), stopping.start()]);
      await stopping.drain();
      await other('gone', { pid: noPid, place: processPlace() ?? null });
      await stopping.check();
      expect(await ids()).toContain('gone');
      await one.check();
      expect(await ids()).not.toContain('gone');
    });

  if (kind === 'sqlite')
    it('are one at a time on SQLite: any other row was left behind', async () => {
      await other('before');
      const one = registry();
      await one.start();
      expect(await ids()).toEqual([one.id]);
    });

  if (kind === 'postgres')
    it('let each other live on PostgreSQL: a pid of another place, or silence as long as our own, proves nothing', async () => {
      await other('quiet', { pid: noPid, beatAt: 0 });
      await other('same', { pid: process.pid, place: processPlace() ?? null });
      const one = registry();
      await one.start();
      await one.check();
      expect(await ids()).toEqual([one.id, 'quiet', 'same'].toSorted());
    });

  if (kind === 'postgres')
    it('lose their place when they are silent for too long', async () => {
      await other('quiet', { pid: noPid, beatAt: 0 });
      await other('loud', { pid: noPid, beatAt: Date.now() + hourMs });
      const one = registry(0);
      await one.start();
      await one.check();
      expect(await ids()).toEqual([one.id, 'loud'].toSorted());
    });

  if (kind === 'postgres')
    it('hear that others took them for gone, and come back', async () => {
      const one = registry();
      await one.start();
      let lost = 0;
      one.onLost(() => {
        lost += 1;
      });
      await one.check();
      expect(lost).toBe(0);
      await db.deleteFrom('process').execute();
      await one.check();
      expect([lost, await ids()]).toEqual([1, [one.id]]);
    });

  it('take over what they can although one kind of work cannot be taken over, and try that again next time', async () => {
    const one = registry();
    await one.start();
    const done: string[] = [];
    let isBroken = false;
    await one.recover('first', async () => {
      done.push('first');
      if (isBroken) throw new Error('not now');
      return 0;
    });
    await one.recover('second', async () => done.push('second'));
    done.length = 0;
    isBroken = true;
    await one.sweep();
    expect(done).toEqual(['first', 'second']);
    isBroken = false;
    await one.check();
    expect(done).toEqual(['first', 'second', 'first']);
    await one.check();
    expect(done).toHaveLength(3);
  });

  if (kind === 'postgres')
    it('beat while much is being taken over', async () => {
      const quick = createProcessRegistry({ db, log: pino({ level: 'silent' }), version: '1', beatMs: 20 });
      open.push(quick);
      await quick.start();
      const held = Promise.withResolvers<number>();
      let isHeld = false;
      const end = await quick.recover('work', async () => (isHeld ? held.promise : 0));
      isHeld = true;
      const sweeping = quick.sweep();
      const beatAt = async () =>
        (await db.selectFrom('process').select('beatAt').executeTakeFirstOrThrow()).beatAt;
      const before = await beatAt();
      await expect.poll(beatAt, { timeout: 5000 }).toBeGreaterThan(before + 30);
      held.resolve(0);
      await sweeping;
      end();
    });

  if (kind === 'postgres')
    it('stop what they do before another takes it over, and go on where there is no other', async () => {
      const own = await openDatabase({ ...empty, databasePool: 1 });
      const cutOff = createProcessRegistry({
        ...{ db: own, log: pino({ level: 'silent' }), version: '1' },
        ...{ goneMs: 300, beatMs: hourMs },
      });
      let lost = 0;
      cutOff.onLost(() => {
        lost += 1;
      });
      await cutOff.start();
      await other('leaving');
      await db.updateTable('process').set({ state: 'draining' }).where('id', '=', 'leaving').execute();
      await cutOff.check();
      // Longer than others wait for a heartbeat.
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(lost).toBe(0);
      await other('rival', { beatAt: Date.now() + hourMs });
      await cutOff.check();
      expect(lost).toBe(0);
      await own.destroy();
      await expect(cutOff.check()).rejects.toThrow();
      await expect.poll(() => lost).toBe(1);
      await cutOff.close();
    });
});
