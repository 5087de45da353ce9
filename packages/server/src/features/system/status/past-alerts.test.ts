import { alertKinds, listPastAlerts, type PastAlert } from '@tendril/contract/api/system';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newJobRow } from '../../../platform/jobs/job-rows.ts';
import { processPlace } from '../../../platform/processes/process-place.ts';
import { createServerMetrics } from '../../../platform/telemetry/server-metrics.ts';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { alertStore } from './alerts.store.ts';
import { observeAlerts } from './observe-alerts.ts';
import { createProcessReporter } from './process-report.ts';
import { watchAlerts } from './watch-alerts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Larger than any number that a kernel gives. */
const noPid = 2 ** 30;

type Page = { data: PastAlert[]; next: string | null };

/** The watch of a process, how much it has written, and whether its database answers. */
function watchOf({ infrastructure }: TestApp) {
  const seen = { writes: 0, isLost: false };
  const db = infrastructure.db.withPlugin({
    transformQuery({ node }) {
      if (seen.isLost) throw new Error('the database is not there');
      if (node.kind !== 'SelectQueryNode') seen.writes += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { look } = watchAlerts({ ...infrastructure, db }, createProcessReporter(infrastructure));
  return { look, seen };
}

describe.each(databases)('the history of alerts on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let others: TestApp[] = [];
  beforeEach(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterEach(async () => {
    await Promise.all(others.map((other) => other.close()));
    others = [];
    await app.close();
  });

  async function join(): Promise<TestApp> {
    const { databaseUrl, secretKey } = app.infrastructure.config;
    const other = await createTestApp({ config: { databaseUrl, secretKey } });
    others.push(other);
    return other;
  }
  const open = async () =>
    (await alertStore(app.infrastructure.db).listOpen()).filter(({ kind }) => kind !== 'disk');
  const page = async (query: Record<string, string> = {}): Promise<Page> => {
    const answer = await user.inject({ method: 'GET', url: listPastAlerts.path, query });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const past = async () => (await page()).data.filter(({ kind }) => kind !== 'disk');
  const runAt = Date.now() - 2 * hourMs;
  const addLateJob = () =>
    app.infrastructure.db
      .insertInto('job')
      .values({
        ...newJobRow(
          { workspaceId: 'w', kind: 'call-analysis', subjectId: 's', id: 'late' },
          { unit: 'parts', lane: 'quick' },
        ),
        ...{ queue: 'of a test', runAt },
      })
      .execute();
  const removeJob = () => app.infrastructure.db.deleteFrom('job').where('id', '=', 'late').execute();
  const addEnded = (endedAts: readonly number[]) =>
    app.infrastructure.db
      .insertInto('system_alert')
      .values(
        endedAts.map((endedAt, index) => ({
          ...{ id: `${endedAt}-${index}`, kind: 'jobs', process: '', startedAt: endedAt - 60_000, endedAt },
        })),
      )
      .execute();

  it('has one entry for an alert that came and went, and is written at its beginning and its end alone', async () => {
    const { look, seen } = watchOf(app);
    await look();
    const calm = seen.writes;
    await look();
    expect([seen.writes, await open(), await past()]).toEqual([calm, [], []]);

    await addLateJob();
    await look();
    expect([seen.writes, (await open()).map(({ kind }) => kind)]).toEqual([calm + 1, ['jobs']]);
    await look();
    await look();
    expect([seen.writes, await past()]).toEqual([calm + 1, []]);

    await removeJob();
    await look();
    await look();
    expect([seen.writes, await open()]).toEqual([calm + 2, []]);
    expect(await past()).toEqual([
      {
        ...{ id: expect.any(String), kind: 'jobs', process: null, startedAt: runAt },
        endedAt: expect.any(Number),
      },
    ]);
  });

  it('has one entry also when two processes write at the same moment', async () => {
    const store = alertStore(app.infrastructure.db);
    const alert = { kind: 'disk' as const, process: 'one', since: null };
    await Promise.all([store.begin(alert), store.begin(alert), store.begin(alert)]);
    const [only, ...more] = (await store.listOpen()).filter(({ process }) => process === 'one');
    expect(more).toEqual([]);
    if (only) await Promise.all([store.end(only), store.end(only)]);
    await store.begin(alert);
    expect((await page()).data.filter(({ process }) => process === 'one')).toHaveLength(1);
  });

  it('names the time without a database once it is back', async () => {
    const { look, seen } = watchOf(app);
    await look();
    const before = Date.now();
    seen.isLost = true;
    await look();
    await look();
    expect(await past()).toEqual([]);
    seen.isLost = false;
    await look();
    await look();
    const [only, ...more] = await past();
    expect([only?.kind, more]).toEqual(['database', []]);
    expect(only?.startedAt).toBeGreaterThanOrEqual(before);
    expect(only?.endedAt).toBeGreaterThanOrEqual(only?.startedAt ?? 0);
  });

  it('is what monitoring reads: the number of each kind that holds, and of the database alone where it is lost', async () => {
    const { db } = app.infrastructure;
    const metrics = createServerMetrics();
    observeAlerts(metrics, db);
    const read = async () =>
      new Map((await metrics.gauges.at(-1)?.read())?.map(({ labels, value }) => [labels?.['kind'], value]));
    await alertStore(db).begin({ kind: 'disk', process: 'one', since: null });
    await alertStore(db).begin({ kind: 'disk', process: 'two', since: null });
    const known = await read();
    expect([...known.keys()]).toEqual(alertKinds);
    expect([known.get('disk'), known.get('jobs')]).toEqual([2, 0]);

    const lost = db.withPlugin({
      transformQuery() {
        throw new Error('the database is not there');
      },
      transformResult: async ({ result }) => result,
    });
    observeAlerts(metrics, lost);
    expect([...(await read())]).toEqual([['database', 1]]);
  });

  it('is read page by page, each entry once, while others are added', async () => {
    const now = Date.now();
    // Some end in the same millisecond.
    await addEnded(Array.from({ length: 45 }, (_, index) => now - Math.floor(index / 2) * 1000));
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, next }: Page = await page(cursor === '' ? {} : { cursor });
      expect(data.length).toBeLessThanOrEqual(20);
      ids.push(...data.map(({ id }) => id));
      cursor = next;
      await addEnded([now + ids.length]);
    }
    expect([ids.length, new Set(ids).size]).toEqual([45, 45]);
    const wrong = await user.inject({ method: 'GET', url: listPastAlerts.path, query: { cursor: 'x' } });
    expect(wrong.statusCode).toBe(400);
  });

  it('is kept for 90 days and 1,000 entries; what still holds is kept', async () => {
    const now = Date.now();
    const store = alertStore(app.infrastructure.db);
    await addEnded([now - 91 * dayMs, now - 89 * dayMs]);
    await store.begin({ kind: 'disk', process: 'one', since: now - 200 * dayMs });
    await store.removeOld();
    expect((await past()).map(({ endedAt }) => endedAt)).toEqual([now - 89 * dayMs]);
    await addEnded(Array.from({ length: 1004 }, (_, index) => now - index));
    await store.removeOld();
    const rows = await app.infrastructure.db.selectFrom('system_alert').select('endedAt').execute();
    const ends = rows.flatMap(({ endedAt }) => endedAt ?? []);
    expect([ends.length, Math.min(...ends)]).toEqual([1000, now - 999]);
    expect((await store.listOpen()).some(({ process }) => process === 'one')).toBe(true);
  });

  if (database === 'postgres')
    it('is written by the process that has been up longest, and by the next one when it stops', async () => {
      const other = await join();
      const [first, second] = [watchOf(app), watchOf(other)];
      await addLateJob();
      await second.look();
      expect([second.seen.writes, await open()]).toEqual([0, []]);
      await first.look();
      expect(await open()).toHaveLength(1);
      await removeJob();
      await app.infrastructure.processes.drain();
      await first.look();
      expect(await open()).toHaveLength(1);
      await second.look();
      expect([await open(), (await past()).map(({ kind }) => kind)]).toEqual([[], ['jobs']]);
    });

  if (database === 'postgres')
    it('leaves open what a process has said that does not answer for once, until it is gone', async () => {
      const { db } = app.infrastructure;
      const { look } = watchOf(app);
      const row = { id: 'mute', host: 'elsewhere', pid: 7, place: 'elsewhere', version: '1' };
      const now = Date.now();
      await db
        .insertInto('process')
        .values({ ...row, startedAt: now + dayMs, beatAt: now + dayMs })
        .execute();
      await alertStore(db).begin({ kind: 'writes', process: 'elsewhere · 7', since: now });
      await look();
      expect((await open()).map(({ process }) => process)).toEqual(['elsewhere · 7']);
      await db.deleteFrom('process').where('id', '=', 'mute').execute();
      await look();
      expect(await open()).toEqual([]);
    });

  if (database === 'postgres')
    it('says which process was lost, from its last heartbeat until others took over', async () => {
      const { db, processes } = app.infrastructure;
      await join();
      const beatAt = Date.now() - 5000;
      await db
        .insertInto('process')
        .values({
          ...{ id: 'dead', host: 'one', pid: noPid, place: processPlace() ?? null, version: '1' },
          ...{ startedAt: beatAt, beatAt },
        })
        .execute();
      await Promise.all([
        processes.check(),
        ...others.map((other) => other.infrastructure.processes.check()),
      ]);
      await expect
        .poll(past)
        .toEqual([
          expect.objectContaining({ kind: 'process', process: `one · ${noPid}`, startedAt: beatAt }),
        ]);
    });
});
