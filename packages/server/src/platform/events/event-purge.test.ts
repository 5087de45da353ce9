import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertMany } from '../db/insert-many.ts';
import { createEventLog } from './events.ts';

const workspaceId = 'w1';

describe.each(databases)('old events on %s', (database) => {
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp({ database });
  });
  afterEach(() => test.close());

  const events = (runId: string, count: number, at: number) =>
    Array.from({ length: count }, (_, index) => ({
      runId,
      seq: index + 1,
      workspaceId,
      sessionId: 's',
      at,
      kind: 'step-start',
      nodeId: null,
      flowVersion: 1,
      payload: '{"type":"step-start"}',
    }));
  const file = (ownerId: string, sha256: string) => ({
    id: randomUUID(),
    workspaceId,
    ownerKind: 'run',
    ownerId,
    sha256,
    size: 1,
    mediaType: 'application/json',
    name: 'x',
    createdAt: 1,
  });

  it('go with their files, some at a time; others are served in between, however many files there are', async () => {
    const { db, files } = test.infrastructure;
    const runIds = Array.from({ length: 400 }, (_, index) => `run-${index}`);
    for (const runId of runIds) await insertMany(db, 'event', events(runId, 5, 1000));
    await insertMany(
      db,
      'file',
      runIds.map((runId, index) => file(runId, index.toString(16).padStart(64, '0'))),
    );
    const others = Array.from({ length: 40_000 }, (_, index) => file('other', `f${index}`.padEnd(64, '0')));
    await insertMany(db, 'file', others);
    await insertMany(db, 'event', events('run-0', 6, 1000).slice(5));
    await insertMany(db, 'event', events('fresh', 3, 5000));

    let isOver = false;
    let turns = 0;
    const beat = () => {
      turns += 1;
      if (!isOver) setTimeout(beat, 1);
    };
    beat();
    expect(await createEventLog(db, files).removeOlder({ workspaceId }, 2000)).toBe(2001);
    isOver = true;
    expect(turns, 'turns of the event loop meanwhile').toBeGreaterThan(5);
    expect(await db.selectFrom('event').select(['runId', 'seq']).execute()).toHaveLength(3);
    const left = await db.selectFrom('file').select('ownerId').distinct().execute();
    expect(left).toEqual([{ ownerId: 'other' }]);
  }, 60_000);

  it('of a run that went on since leave its files', async () => {
    const { db, files } = test.infrastructure;
    await insertMany(db, 'event', [...events('long', 2, 1000), ...events('long', 3, 5000).slice(2)]);
    await insertMany(db, 'file', [file('long', 'a'.repeat(64))]);
    expect(await createEventLog(db, files).removeOlder({ workspaceId }, 2000)).toBe(2);
    expect(await db.selectFrom('file').selectAll().execute()).toHaveLength(1);
  });

  if (database === 'sqlite')
    it('find whether a content is still used by an index', async () => {
      const asked = sql`explain query plan select "sha256" from "file" where "workspaceId" = 'w' and "sha256" in ('a', 'b')`;
      expect(JSON.stringify((await asked.execute(test.infrastructure.db)).rows)).toContain('file_content');
    });
});
