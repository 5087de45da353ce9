import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobQueue } from '../../../platform/jobs/job-queue.ts';
import { agentEdge, agentNode } from '../../../testing/agent-flow-fixtures.ts';
import { databases } from '../../../testing/databases.ts';
import { type EffectServer, startEffectServer } from '../../../testing/effect-server.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { firingJobKind } from './firing-jobs.ts';
import { setTimer } from './schedule-timers.ts';

const schedules = 12;
const steps = ['first', 'second', 'third'];

describe.runIf(databases.includes('postgres'))('schedules of two servers on one PostgreSQL', () => {
  let app: TestApp;
  let user: TestUser;
  let effects: EffectServer;
  let servers: ServerProcess[] = [];
  let homes: string[] = [];
  const db = () => app.infrastructure.db;

  beforeEach(async () => {
    effects = await startEffectServer(400);
    const secretKey = randomBytes(32).toString('base64');
    app = await createTestApp({ database: 'postgres', config: { secretKey, egressAllow: [effects.host] } });
    user = await app.signIn();
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    effects.close();
    await app.close();
    for (const home of homes) rmSync(home, { recursive: true, force: true });
    [servers, homes] = [[], []];
  });

  async function start(): Promise<ServerProcess> {
    const home = makeFolder();
    const { databaseUrl = '', secretKey = '' } = app.infrastructure.config;
    const server = await startServer({
      DATABASE_URL: databaseUrl,
      TENDRIL_SECRET_KEY: secretKey,
      EGRESS_ALLOW: effects.host,
      TENDRIL_HOME: home,
    });
    homes.push(home);
    servers.push(server);
    return server;
  }

  /** Starts daily, and has an effect elsewhere in each of its steps. */
  async function make(name: string): Promise<string> {
    const ids = steps.map((step) => `httpAgentflow_${step}`);
    const flowData = {
      nodes: [
        agentNode('startAgentflow_0', {
          startInputType: 'scheduleInput',
          scheduleType: 'cronExpression',
          scheduleCronExpression: '0 12 * * *',
          scheduleInputMode: 'text',
          scheduleDefaultInput: name,
        }),
        ...ids.map((id, index) =>
          agentNode(id, { method: 'POST', url: `${effects.url}/${name}/${steps[index]}` }),
        ),
      ],
      edges: ids.map((id, index) => agentEdge(ids[index - 1] ?? 'startAgentflow_0', id)),
    };
    const payload = { name, type: 'AGENTFLOW', flowData: JSON.stringify(flowData) };
    const made = await user.inject({ method: 'POST', url: `${studio}/chatflows`, payload });
    const { id } = made.json<{ id: string }>();
    const on = await user.inject({
      method: 'PATCH',
      url: `${studio}/flows/${id}/schedule`,
      payload: { isOn: true },
    });
    expect(on.statusCode, on.body).toBe(200);
    return id;
  }

  const runs = () =>
    db()
      .selectFrom('run')
      .select(['id', 'flowId', 'status', 'ownerId'])
      .where('source', '=', 'schedule')
      .execute();
  const ownerOf = async ({ pid }: ServerProcess) =>
    (await db().selectFrom('process').select('id').where('pid', '=', pid).executeTakeFirstOrThrow()).id;

  it('due every second, one killed in the middle of a firing: each starts one run, and no completed step is repeated', {
    timeout: 120_000,
  }, async () => {
    const flowIds: string[] = [];
    for (let index = 0; index < schedules; index += 1) flowIds.push(await make(`flow ${index}`));
    // Only its database is used from here on: the two servers are to start everything.
    await app.app.fastify.close();
    const owners = new Map<string, ServerProcess>();
    for (const server of [await start(), await start()]) owners.set(await ownerOf(server), server);
    const due = Date.now() + 1000;
    const jobs = createJobQueue({ db: db(), log: pino({ level: 'silent' }) });
    for (const [index, flowId] of flowIds.entries())
      await db()
        .transaction()
        .execute(async (trx) => {
          const nextAt = due + index * 1000;
          await trx.updateTable('flow_schedule').set({ nextAt }).where('flowId', '=', flowId).execute();
          await setTimer(trx, jobs, { flowId, workspaceId: user.caller.workspaceId }, nextAt);
        });
    // In the middle: a run has begun, and has two more steps to go.
    const running = async () => (await runs()).filter(({ status }) => status === 'running');
    await expect
      .poll(async () => (await running()).length, { timeout: 40_000, interval: 20 })
      .toBeGreaterThan(0);
    const killed = (await running())[0]?.ownerId ?? '';
    await owners.get(killed)?.stop('SIGKILL');
    const cut = (await running()).filter(({ ownerId }) => ownerId === killed);

    await expect
      .poll(async () => (await runs()).filter(({ status }) => status === 'done').length, { timeout: 60_000 })
      .toBe(schedules);
    const firings = () => db().selectFrom('flow_firing').selectAll().orderBy('dueAt').execute();
    // A run is over a moment before the job that started it.
    await expect
      .poll(async () => (await firings()).map(({ dueAt, state }) => [Number(dueAt) - due, state]), {
        timeout: 10_000,
      })
      .toEqual(flowIds.map((_, index) => [index * 1000, 'started']));
    const all = await runs();
    expect(new Set(all.map(({ flowId }) => flowId)).size).toBe(schedules);
    expect(new Set((await firings()).map(({ runId }) => runId))).toEqual(new Set(all.map(({ id }) => id)));
    // Each step under one key; more than once only the step that each cut run was in.
    const keys = new Set(effects.effects.map(({ key }) => key));
    const paths = new Set(effects.effects.map(({ path }) => path));
    expect([keys.size, paths.size]).toEqual([schedules * steps.length, schedules * steps.length]);
    expect(effects.effects.length - keys.size).toBeLessThanOrEqual(cut.length);
    const open = () =>
      db()
        .selectFrom('job')
        .select('id')
        .where('kind', '=', firingJobKind)
        .where('state', '<>', 'done')
        .execute();
    await expect.poll(async () => (await open()).length, { timeout: 10_000 }).toBe(0);
  });
});
