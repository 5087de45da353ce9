import type { FlowFiring, FlowTriggers } from '@tendril/contract/api/flow-triggers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createJobQueue } from '../../../platform/jobs/job-queue.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { makeStartFlow, republish, startFlow, triggerCatalogue } from '../../../testing/trigger-flows.ts';
import { createLiveFlows } from '../flows/public.ts';
import { FlowSchedules } from './flow-schedules.ts';
import { createFlowStarts } from './flow-starts.ts';
import { setMissingTimers, setTimer } from './schedule-timers.ts';

const dayMs = 86_400_000;
const daily = {
  startInputType: 'scheduleInput',
  scheduleType: 'cronExpression',
  scheduleCronExpression: '0 12 * * *',
  scheduleInputMode: 'text',
  scheduleDefaultInput: 'Write the report',
};
const hourly = { ...daily, scheduleCronExpression: '0 * * * *' };

describe.each(databases)('schedules of flows on %s', { timeout: 30_000 }, (database) => {
  const source = triggerCatalogue();
  let app: TestApp;
  let user: TestUser;
  /** The clock of the runners here; that of the app stands far behind it. */
  let at = Date.now();

  beforeAll(async () => {
    app = await createTestApp({ database, catalogue: source.catalogue });
    user = await app.signIn();
  });
  afterEach(async () => {
    source.release();
    // Each test looks at the flow that it has made.
    await app.infrastructure.db.updateTable('flow_schedule').set({ isOn: 0, nextAt: null }).execute();
  });
  afterAll(() => app.close());

  /** One process that does its timers when it is told to; the jobs are carried out by the app. */
  function process() {
    const { db, vault, files } = app.infrastructure;
    const liveFlows = createLiveFlows({ db, vault, files });
    // Never started: it only writes.
    const jobs = createJobQueue({ db, log: pino({ level: 'silent' }) });
    const starts = createFlowStarts(liveFlows);
    const schedules = new FlowSchedules({ db, jobs, liveFlows, starts, now: () => at });
    return {
      async tick(): Promise<void> {
        await schedules.sync();
        const rows = await db.selectFrom('flow_schedule').select('flowId').orderBy('nextAt').execute();
        for (const { flowId } of rows) await schedules.fireDue(flowId);
        app.infrastructure.bus.publish({ kind: 'poke-jobs' });
      },
    };
  }
  const timersOf = async (id: string) => {
    const rows = await app.infrastructure.db
      .selectFrom('job')
      .select('runAt')
      .where('kind', '=', 'flow-schedule')
      .where('key', '=', id)
      .where('state', '=', 'waiting')
      .execute();
    return rows.map(({ runAt }) => Number(runAt));
  };

  const read = async (id: string) =>
    (await user.inject({ method: 'GET', url: `${studio}/flows/${id}/triggers` })).json<FlowTriggers>();
  const set = (id: string, payload: object) =>
    user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/schedule`, payload });
  const firings = async (id: string) =>
    (await user.inject({ method: 'GET', url: `${studio}/flows/${id}/firings` })).json<{
      data: FlowFiring[];
    }>().data;
  const nextOf = async (id: string) => (await read(id)).schedule?.next[0] ?? 0;
  const runsOf = (id: string) =>
    app.infrastructure.db.selectFrom('run').selectAll().where('flowId', '=', id).execute();
  const settled = (id: string, statuses: (string | null)[]) =>
    expect
      .poll(async () => (await firings(id)).map(({ runStatus }) => runStatus), { timeout: 15_000 })
      .toEqual(statuses);

  it('stay as they are when a change names nothing', async () => {
    const id = await makeStartFlow(user, daily);
    const before = await read(id);
    const answer = await set(id, {});
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    expect(await read(id)).toEqual(before);
  });

  it('start their flow once at each time, however many processes look', async () => {
    const id = await makeStartFlow(user, daily);
    const due = await nextOf(id);
    at = due - 1;
    await process().tick();
    expect(await firings(id)).toEqual([]);
    at = due + 500;
    await Promise.all([process(), process(), process()].map((one) => one.tick()));
    await settled(id, ['done']);
    expect(await firings(id)).toMatchObject([{ kind: 'schedule', dueAt: due, state: 'started' }]);
    const [run, ...others] = await runsOf(id);
    expect([run?.source, others]).toEqual(['schedule', []]);
    expect(JSON.parse(run?.answer ?? '')).toEqual({
      question: 'Write the report',
      trigger: { type: 'schedule', firesAt: due },
    });
    // The clock went back: a time that has been is not due again.
    at = due - 60_000;
    await process().tick();
    expect(await firings(id)).toHaveLength(1);
  });

  it('are one timer each, which is set with the time and moves with it', async () => {
    const id = await makeStartFlow(user, daily);
    const noon = await nextOf(id);
    expect(await timersOf(id)).toEqual([noon]);
    await republish(user, id, { ...daily, scheduleCronExpression: '0 6 * * *' });
    const early = await nextOf(id);
    expect(await timersOf(id)).toEqual([early]);
    expect(early).not.toBe(noon);
    at = early + 500;
    await process().tick();
    expect(await timersOf(id)).toEqual([early + dayMs]);
    await app.infrastructure.db.deleteFrom('job').where('key', '=', id).execute();
    const { db } = app.infrastructure;
    const jobs = createJobQueue({ db, log: pino({ level: 'silent' }) });
    for (const _time of [1, 2]) await db.transaction().execute((trx) => setMissingTimers(trx, jobs));
    expect(await timersOf(id)).toEqual([early + dayMs]);
  });

  it('start their flow by themselves when their time has come', async () => {
    const id = await makeStartFlow(user, daily);
    // What was published is read a moment later.
    await expect.poll(() => nextOf(id)).toBeGreaterThan(0);
    const { db } = app.infrastructure;
    const jobs = createJobQueue({ db, log: pino({ level: 'silent' }) });
    const due = Date.now() + 300;
    await db.transaction().execute(async (trx) => {
      const row = { flowId: id, workspaceId: user.caller.workspaceId };
      await trx.updateTable('flow_schedule').set({ nextAt: due }).where('flowId', '=', id).execute();
      await setTimer(trx, jobs, row, due);
    });
    await settled(id, ['done']);
    expect(await firings(id)).toMatchObject([{ dueAt: due, state: 'started' }]);
  });

  it('never start a second run when a job is done again after a crash', async () => {
    const id = await makeStartFlow(user, daily);
    at = (await nextOf(id)) + 500;
    await process().tick();
    await settled(id, ['done']);
    const { db } = app.infrastructure;
    await db.updateTable('flow_firing').set({ state: 'waiting' }).where('flowId', '=', id).execute();
    const again = { state: 'failed' as const, result: null };
    const [job] = await db
      .updateTable('job')
      .set(again)
      .where('subjectId', '=', id)
      .returning('id')
      .execute();
    await user.inject({ method: 'POST', url: `${studio}/jobs/${job?.id}/run-again` });
    await expect.poll(async () => (await firings(id))[0]?.state, { timeout: 15_000 }).toBe('started');
    expect(await runsOf(id)).toHaveLength(1);
  });

  it('make up for the latest of the times that were missed within a day, and record the others', async () => {
    const id = await makeStartFlow(user, hourly);
    const first = await nextOf(id);
    at = first + 3 * 3_600_000 + 1_800_000;
    await process().tick();
    const states = (await firings(id)).map(({ dueAt, state }) => [dueAt - first, state]);
    expect(states.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [0, 'missed'],
      [3_600_000, 'missed'],
      [7_200_000, 'missed'],
      [10_800_000, expect.stringMatching(/waiting|started/)],
    ]);
    await expect.poll(async () => (await runsOf(id)).length, { timeout: 15_000 }).toBe(1);
  });

  it('make up for nothing that is older than a day, or where their owner wants nothing made up', async () => {
    const id = await makeStartFlow(user, {
      ...daily,
      scheduleEndDate: new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10),
    });
    at = (await nextOf(id)) + 20 * dayMs;
    await process().tick();
    expect((await firings(id)).every(({ state }) => state === 'missed')).toBe(true);
    const other = await makeStartFlow(user, hourly);
    await set(other, { missed: 'skip' });
    at = (await nextOf(other)) + 1_800_000;
    await process().tick();
    expect(await firings(other)).toMatchObject([
      { state: 'missed', reason: 'The server was not running at that time.' },
    ]);
    expect([await runsOf(id), await runsOf(other)]).toEqual([[], []]);
  });

  it('skip a time while the run before is under way, and say so', async () => {
    const id = await makeStartFlow(user, hourly);
    source.hold();
    at = (await nextOf(id)) + 500;
    await process().tick();
    await settled(id, ['running']);
    at += 3_600_000;
    await process().tick();
    expect(await firings(id)).toMatchObject([
      { state: 'skipped', reason: 'The run before was still under way.', runId: null },
      { state: 'started' },
    ]);
    source.release();
    await settled(id, [null, 'done']);
    at += 3_600_000;
    await process().tick();
    await settled(id, ['done', null, 'done']);
  });

  it('come one after the other where their owner lets them wait', async () => {
    const id = await makeStartFlow(user, hourly);
    await set(id, { overlap: 'queue' });
    source.hold();
    at = (await nextOf(id)) + 500;
    await process().tick();
    await settled(id, ['running']);
    at += 3_600_000;
    await process().tick();
    expect(await runsOf(id)).toHaveLength(1);
    source.release();
    await settled(id, ['done', 'done']);
  });

  it('count from publishing on, can be turned off, and follow what is published', async () => {
    const id = await makeStartFlow(user, daily, { isPublished: false });
    expect((await read(id)).schedule).toMatchObject({ isOn: false, cron: '0 12 * * *' });
    expect((await set(id, { isOn: true })).statusCode).toBe(400);
    await republish(user, id, daily);
    const before = await nextOf(id);
    expect((await read(id)).schedule).toMatchObject({
      isOn: true,
      timezone: 'UTC',
      missed: 'once',
      overlap: 'skip',
      problem: '',
    });
    expect((await set(id, { isOn: false })).json<FlowTriggers>().schedule?.isOn).toBe(false);
    at = before + 500;
    await process().tick();
    expect(await firings(id)).toEqual([]);
    await set(id, { isOn: true });
    await republish(user, id, { ...daily, scheduleTimezone: 'Asia/Tokyo' });
    expect((await nextOf(id)) % dayMs).toBe(3 * 3_600_000);
    await republish(user, id, { startInputType: 'chatInput' });
    expect((await read(id)).schedule).toBeNull();
    at += 3 * dayMs;
    await process().tick();
    expect(await firings(id)).toEqual([]);
  });

  it('start with the first version too, where it is published as it was made', async () => {
    const flow = { name: 'Daily', type: 'AGENTFLOW', flowData: startFlow(daily) };
    const made = await user.inject({ method: 'POST', url: `${studio}/flows`, payload: flow });
    const { id, draftRevision } = made.json<{ id: string; draftRevision: number }>();
    const published = await user.inject({
      ...{ method: 'POST', url: `${studio}/flows/${id}/publish`, payload: {} },
      headers: { 'if-match': String(draftRevision) },
    });
    expect(published.statusCode).toBe(200);
    expect((await read(id)).schedule).toMatchObject({ isOn: true });
  });

  it('of a flow that arrives published start nothing until somebody turns them on', async () => {
    const payload = { name: 'Imported', type: 'AGENTFLOW', flowData: JSON.stringify(startFlow(daily)) };
    const made = await user.inject({ method: 'POST', url: `${studio}/chatflows`, payload });
    const { id } = made.json<{ id: string }>();
    expect((await read(id)).schedule?.isOn).toBe(false);
    await set(id, { isOn: true });
    at = (await nextOf(id)) + 500;
    await process().tick();
    await settled(id, ['done']);
  });

  it('that are none say why, and start nothing', async () => {
    const id = await makeStartFlow(user, { ...daily, scheduleCronExpression: 'at noon' });
    expect((await read(id)).schedule?.problem).toContain('"at noon" is no schedule');
    at += dayMs;
    await process().tick();
    expect(await firings(id)).toEqual([]);
  });

  it('are turned off after five failures in a row, and say so', async () => {
    const id = await makeStartFlow(user, { ...hourly, scheduleDefaultInput: 'fail' });
    at = (await nextOf(id)) + 500;
    for (let count = 1; count <= 5; count += 1) {
      await process().tick();
      await settled(
        id,
        Array.from({ length: count }, () => 'failed'),
      );
      at += 3_600_000;
    }
    await process().tick();
    expect((await read(id)).schedule).toMatchObject({
      isOn: false,
      problem: expect.stringContaining('The last 5 runs failed'),
    });
    expect(await firings(id)).toHaveLength(5);
  });

  it('ask the flow with the values of its form', async () => {
    const form = { scheduleInputMode: 'form', scheduleFormDefaults: '{"city":"Oslo","count":2}' };
    const id = await makeStartFlow(user, { ...daily, ...form });
    at = (await nextOf(id)) + 500;
    await process().tick();
    await settled(id, ['done']);
    expect(JSON.parse((await runsOf(id))[0]?.answer ?? '')).toMatchObject({
      question: 'city: Oslo\ncount: 2',
    });
  });
});
