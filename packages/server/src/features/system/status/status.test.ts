import { readSystemStatus, type SystemStatus } from '@tendril/contract/api/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newJobRow } from '../../../platform/jobs/job-rows.ts';
import type { JobRow } from '../../../platform/jobs/jobs.store.ts';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findAlerts, type Watched } from './find-alerts.ts';
import type { NamedReport } from './gather-reports.ts';
import { listBackfills } from './list-backfills.ts';
import { listLanes } from './list-lanes.ts';

describe.each(databases)('the state of the system on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ database });
  });
  afterAll(() => app.close());

  if (database === 'postgres')
    it('shows of every process what it does, how full it is, and whether it stops', async () => {
      const { databaseUrl, secretKey } = app.infrastructure.config;
      const other = await createTestApp({
        config: { databaseUrl, secretKey, roles: ['work'], runPlaces: 1, fullDelayMs: 50 },
      });
      try {
        const { load, processes } = other.infrastructure;
        load.sample(40);
        await processes.check();
        const user = await app.signIn();
        const status = async () =>
          (await user.inject({ method: 'GET', url: readSystemStatus.path })).json<SystemStatus>();
        const read = async () => (await status()).processes;
        const readAlerts = async () => (await status()).alerts;
        const shown = async () => (await read()).find(({ id }) => id === processes.id);
        expect(await shown()).toMatchObject({ roles: ['work'], load: 0.8, state: 'up', isThis: false });
        // What only the other one knows of itself.
        other.infrastructure.metrics.writeErrors.add(1);
        await processes.announce(await other.listen());
        await expect
          .poll(async () => (await readAlerts()).map(({ kind }) => kind), { timeout: 10_000 })
          .toContain('writes');
        await processes.drain();
        expect(await shown()).toMatchObject({ state: 'draining' });
      } finally {
        await other.close();
      }
    });

  it('says why the oldest job of a lane waits: also that nobody does jobs', async () => {
    const { db } = app.infrastructure;
    const job = { ...aJob, runAt: Date.now() - 60_000 };
    await db.insertInto('job').values(job).execute();
    const quick = async (workers: number) =>
      (await listLanes(db, workers)).find(({ name }) => name === 'quick');
    expect(await quick(0)).toMatchObject({ oldestAt: job.runAt, oldestKind: 'call-analysis', why: 'nobody' });
    expect(await quick(1)).toMatchObject({ why: 'unknown' });
    await db
      .insertInto('job')
      .values({ ...job, id: 'b', state: 'running' })
      .execute();
    expect(await quick(1)).toMatchObject({ running: 1, why: 'share' });
    await db.deleteFrom('job').where('queue', '=', job.queue).execute();
  });

  it('shows how far an update of stored data has come, and about how long the rest takes', async () => {
    const { db } = app.infrastructure;
    const now = Date.now();
    const row = { cursor: null, error: null, startedAt: now - 60_000, updatedAt: now };
    await db
      .insertInto('backfill')
      .values([
        { ...row, name: 'going', state: 'open', done: 250, total: 1000 },
        { ...row, name: 'held', state: 'paused', done: 10, total: 100 },
        { ...row, name: 'new', state: 'open', done: 0, total: 7 },
        { ...row, name: 'over', state: 'done', done: 5, total: 5 },
      ])
      .execute();
    const shown = await listBackfills(db, now);
    const names = ['going', 'held', 'new', 'over'];
    expect(shown.filter(({ name }) => names.includes(name))).toEqual([
      { name: 'going', isPaused: false, done: 250, total: 1000, leftMs: 180_000, error: null },
      { name: 'held', isPaused: true, done: 10, total: 100, leftMs: null, error: null },
      { name: 'new', isPaused: false, done: 0, total: 7, leftMs: null, error: null },
    ]);
    await db.deleteFrom('backfill').where('name', 'in', names).execute();
  });

  it('shows processes, lanes, disk and database, and no alert on a fresh installation', async () => {
    const user = await app.signIn();
    const answer = await user.inject({ method: 'GET', url: readSystemStatus.path });
    expect(answer.statusCode, answer.body).toBe(200);
    const status = answer.json<SystemStatus>();
    expect(status.processes).toHaveLength(1);
    expect(status.processes[0]).toMatchObject({
      id: app.infrastructure.processes.id,
      pid: process.pid,
      isThis: true,
      state: 'up',
    });
    expect(status.lanes.map(({ name }) => name)).toContain('quick');
    expect(status.database.kind).toBe(database);
    expect(status.database.sizeBytes).toBeGreaterThan(0);
    expect(status.database.comparing).toMatchObject(
      database === 'sqlite'
        ? { by: 'memory' }
        : {
            by: expect.stringMatching(/^(usable|addable|old|missing)$/),
            least: 200_000,
            ready: 0,
            filling: 0,
          },
    );
    expect(status.retention.days).toBe(90);
    expect(status.alerts.filter(({ kind }) => kind !== 'disk')).toEqual([]);
  });
});

const aJob: JobRow = {
  ...newJobRow(
    { workspaceId: 'w', kind: 'call-analysis', subjectId: 's', id: 'a' },
    { unit: 'parts', lane: 'quick' },
  ),
  queue: 'of a test',
};

const calm: Watched = {
  ...{ processes: [], lanes: [], isDatabaseReachable: true },
  reports: [],
  retention: { days: 90, nextPurgeAt: null },
};
const now = Date.UTC(2026, 10, 22);
const hourMs = 3_600_000;
const report: NamedReport = {
  ...{ host: 'one', process: 'one · 1', lastWriteErrorAt: null, bucketLostAt: null },
  disk: { freeBytes: 50, totalBytes: 100 },
};
const full = { freeBytes: 9, totalBytes: 100 };
const up = (host: string, version: string, startedAt: number) => ({
  ...{ id: host, host, pid: 1, version, isThis: false, state: 'up' as const },
  ...{ roles: null, load: null, startedAt, beatAt: now },
});
const late = (oldestAt: number) => ({
  ...{
    name: 'long' as const,
    running: 4,
    waiting: 1,
    oldestAt,
    oldestKind: 'upsert',
    why: 'places' as const,
  },
});

it.each<[string, Partial<Watched>, [kind: string, process: string | null, since: number | null][]]>([
  ['nothing', { reports: [report] }, []],
  [
    'two processes on one disk with less than a tenth free, and one elsewhere',
    {
      reports: [
        { ...report, disk: full },
        { ...report, process: 'one · 2', disk: full },
        { ...report, host: 'two', disk: null },
        { ...report, host: 'three', disk: full },
      ],
    },
    [
      ['disk', 'one', null],
      ['disk', 'three', null],
    ],
  ],
  [
    'jobs that have waited for over an hour',
    { lanes: [late(now - hourMs - 1), late(now - 3 * hourMs), late(now)] },
    [['jobs', null, now - 3 * hourMs]],
  ],
  ['a database that does not answer', { isDatabaseReachable: false }, [['database', null, null]]],
  [
    'a bucket that two processes do not reach',
    { reports: [report, { ...report, bucketLostAt: now - 5 }, { ...report, bucketLostAt: now - 60 }] },
    [['bucket', null, now - 60]],
  ],
  [
    'writes of another process that failed within the hour',
    { reports: [report, { ...report, process: 'two · 7', lastWriteErrorAt: now - hourMs + 1 }] },
    [['writes', 'two · 7', now - hourMs + 1]],
  ],
  ['writes that failed long ago', { reports: [{ ...report, lastWriteErrorAt: now - 2 * hourMs }] }, []],
  [
    'a process that has gone silent',
    { processes: [{ ...up('two', '1', now), state: 'silent', beatAt: now - 20_000 }] },
    [['process', 'two · 1', now - 20_000]],
  ],
  [
    'an update that has stopped half-way',
    {
      processes: [up('one', '1', now - 9 * hourMs), up('two', '2', now - 2 * hourMs), up('three', '2', now)],
    },
    [['versions', null, now - 2 * hourMs]],
  ],
  [
    'an update under way',
    { processes: [up('one', '1', now - 9 * hourMs), up('two', '2', now - 60_000)] },
    [],
  ],
  [
    'a purge that is a day late',
    { retention: { days: 90, nextPurgeAt: now - 25 * hourMs } },
    [['retention', null, now - 25 * hourMs]],
  ],
])('of %s it says so', (_name, changed, alerts) => {
  const found = findAlerts({ ...calm, ...changed }, now);
  expect(found.map(({ kind, process, since }) => [kind, process, since])).toEqual(alerts);
});
