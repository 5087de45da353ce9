import { randomUUID } from 'node:crypto';
import type { ExecutedNode, Execution } from '@tendril/contract/api/executions';
import type { RunEvent } from '@tendril/contract/run-event';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEventLog } from '../../../platform/events/events.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { runListQueries } from '../runs/public.ts';
import { executionStore } from './executions.store.ts';

const url = '/api/v1/executions';
const day = Date.parse('2026-03-01T12:00:00Z');

describe.each(databases)('executions on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let flowId: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    const flowData = {
      nodes: [],
      edges: [
        { source: 'start_0', target: 'llm_0', sourceHandle: 'a', targetHandle: 'b' },
        { source: 'llm_0', target: 'human_0', sourceHandle: 'a', targetHandle: 'b' },
      ],
    };
    const payload = { name: 'Desk for refunds', type: 'AGENTFLOW', flowData };
    const made = await user.inject({ method: 'POST', url: `${studio}/flows`, payload });
    flowId = made.json().id;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.infrastructure.db.deleteFrom('run').execute();
  });

  const get = async (path = '', who: Pick<TestUser, 'inject'> = key) =>
    (await who.inject({ method: 'GET', url: `${url}${path}` })).json<{ data: Execution[]; total: number }>();
  const one = async (id: string) =>
    (await key.inject({ method: 'GET', url: `${url}/${id}` })).json<Execution>();
  const nodesOf = ({ executionData }: Execution) => JSON.parse(executionData) as ExecutedNode[];

  const rowOf = (given: object = {}) => ({
    id: randomUUID(),
    workspaceId: user.caller.workspaceId,
    flowId,
    sessionId: 's1',
    chatId: 's1',
    source: 'api',
    status: 'done' as const,
    question: 'Hi',
    startedAt: day,
    flowType: 'AGENTFLOW',
    ...given,
  });

  async function store(given: object = {}, events: RunEvent[] = []): Promise<string> {
    const { db, files } = app.infrastructure;
    const versions = await db.selectFrom('flow_version').select('id').where('flowId', '=', flowId).execute();
    const row = rowOf({ versionId: versions[0]?.id, ...given });
    await db.insertInto('run').values(row).execute();
    const log = createEventLog(db, files);
    const entries = events.map((event, index) => ({
      seq: index + 1,
      at: row.startedAt + index * 10,
      event,
      payload: JSON.stringify(event),
    }));
    await db.transaction().execute(async (trx) => {
      await log.insert(trx, row, log.prepareSmall({ ...row, versionNumber: 1 }, entries));
    });
    return row.id;
  }

  const started = (nodeId: string, more: object = {}): RunEvent => ({
    type: 'node-start',
    nodeId,
    name: nodeId,
    label: nodeId.toUpperCase(),
    input: { text: 'x' },
    ...more,
  });

  it('a run is told by what each node did, with times, tokens, state and what came before', async () => {
    const id = await store({}, [
      started('start_0'),
      { type: 'node-end', nodeId: 'start_0', name: 'start_0', ms: 10, output: { content: 'Hi' } },
      started('llm_0'),
      {
        type: 'step-end',
        stepId: '1',
        kind: 'model',
        name: 'm',
        callerId: 'llm_0',
        ms: 5,
        usage: { inputTokens: 3, outputTokens: 4 },
        costUsd: 0.5,
      },
      {
        type: 'node-end',
        nodeId: 'llm_0',
        name: 'llm_0',
        ms: 10,
        output: { content: 'Hello', sources: 2, state: { mood: 'good' }, messages: 3 },
      },
      started('bad_0', { frame: 'iteration_0#2' }),
      {
        type: 'node-error',
        nodeId: 'bad_0',
        name: 'bad_0',
        ms: 1,
        code: 'X',
        message: 'No.',
        frame: 'iteration_0#2',
      },
    ]);
    const execution = await one(id);
    expect(execution).toMatchObject({
      id,
      state: 'FINISHED',
      agentflowId: flowId,
      sessionId: 's1',
      action: null,
      isPublic: false,
      createdDate: new Date(day).toISOString(),
      agentflow: { id: flowId, name: 'Desk for refunds', type: 'AGENTFLOW' },
    });
    const [start, llm, bad] = nodesOf(execution);
    expect(start).toMatchObject({ nodeLabel: 'START_0', previousNodeIds: [], status: 'FINISHED' });
    expect(llm).toEqual({
      nodeId: 'llm_0',
      nodeLabel: 'LLM_0',
      data: {
        id: 'llm_0',
        name: 'llm_0',
        input: { text: 'x' },
        output: {
          content: 'Hello',
          sources: 2,
          timeMetadata: { start: day + 20, end: day + 40, delta: 20 },
          usageMetadata: { input_tokens: 3, output_tokens: 4, total_tokens: 7, total_cost: 0.5 },
        },
        state: { mood: 'good' },
      },
      previousNodeIds: ['start_0'],
      status: 'FINISHED',
    });
    expect(bad).toMatchObject({
      status: 'ERROR',
      data: { error: 'No.', parentNodeId: 'iteration_0', iterationIndex: 2 },
    });
  });

  it('a run that a person decided on is one execution, under the ids of both parts', async () => {
    const action = {
      id: 'x',
      mapping: { approve: 'Yes', reject: 'No', toolCalls: [] },
      elements: [{ type: 'approve-button' as const, label: 'Yes' }],
      data: { nodeId: 'human_0', nodeLabel: 'Ask', input: 'May I?' },
    };
    const first = await store({ status: 'waiting' }, [
      started('llm_0'),
      { type: 'node-end', nodeId: 'llm_0', name: 'llm_0', ms: 1, output: 'a' },
      started('human_0'),
      { type: 'node-wait', nodeId: 'human_0', name: 'human_0', action },
    ]);
    expect(await one(first)).toMatchObject({
      state: 'STOPPED',
      action: expect.stringContaining('agentflowv2-'),
    });
    await app.infrastructure.db.updateTable('run').set({ status: 'done' }).where('id', '=', first).execute();
    const second = await store({ resumes: first, startedAt: day + 60_000 }, [
      started('human_0'),
      { type: 'node-end', nodeId: 'human_0', name: 'human_0', ms: 1, output: 'yes' },
    ]);
    const list = await get();
    expect(list).toMatchObject({ total: 1, data: [{ id: second, state: 'FINISHED' }] });
    for (const id of [first, second]) {
      const execution = await one(id);
      expect(execution).toMatchObject({ id, state: 'FINISHED', createdDate: new Date(day).toISOString() });
      expect(nodesOf(execution).map(({ nodeId, status }) => [nodeId, status])).toEqual([
        ['llm_0', 'FINISHED'],
        ['human_0', 'STOPPED'],
        ['human_0', 'FINISHED'],
      ]);
    }
    const gone = await key.inject({ method: 'DELETE', url: `${url}/${first}` });
    expect(gone.json()).toEqual({ success: true, deletedCount: 1 });
    expect(await get()).toEqual({ data: [], total: 0 });
  });

  it('lists are narrowed by state, flow, name, session and time, page by page; other runs are not in them', async () => {
    const timeout = JSON.stringify({ code: 'NODE_TIMEOUT', message: 'x' });
    const ids = {
      INPROGRESS: await store({ status: 'running', ownerId: 'x' }),
      TERMINATED: await store({ status: 'cancelled', sessionId: 's2' }),
      ERROR: await store({ status: 'failed', error: JSON.stringify({ code: 'X', message: 'y' }) }),
      TIMEOUT: await store({ status: 'failed', error: timeout }),
      FINISHED: await store({ startedAt: day + 86_400_000 }),
    };
    await store({ flowType: 'CHATFLOW' });
    for (const [state, id] of Object.entries(ids))
      expect((await get(`?state=${state}`)).data.map((row) => [row.id, row.state])).toEqual([[id, state]]);
    const idsOf = async (query: string) => (await get(query)).data.map(({ id }) => id);
    expect(await idsOf('?sessionId=s2')).toEqual([ids.TERMINATED]);
    expect(await idsOf('?startDate=2026-03-02')).toEqual([ids.FINISHED]);
    expect(await idsOf('?endDate=2026-03-01')).toHaveLength(4);
    expect(await idsOf(`?agentflowId=${flowId}&limit=2&page=3`)).toHaveLength(1);
    expect(await get('?agentflowName=REFUND')).toMatchObject({ total: 5 });
    expect(await get('?agentflowName=other')).toEqual({ data: [], total: 0 });
    const bad = await key.inject({ method: 'GET', url: `${url}?state=DONE` });
    expect([bad.statusCode, bad.json().details[0].path]).toEqual([400, 'query.state']);
    const outsider = await makeKey(app);
    expect(await get('', outsider)).toEqual({ data: [], total: 0 });
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const payload = method === 'PUT' ? { isPublic: true } : undefined;
      const answer = await outsider.inject({
        method,
        url: `${url}/${ids.ERROR}`,
        ...(payload && { payload }),
      });
      expect([method, answer.statusCode]).toEqual([method, 404]);
    }
    const payload = { executionIds: Object.values(ids) };
    await outsider.inject({ method: 'DELETE', url, payload });
    expect(await get()).toMatchObject({ total: 5 });
    const gone = await key.inject({
      method: 'DELETE',
      url,
      payload: { executionIds: [ids.ERROR, ids.TIMEOUT] },
    });
    expect(gone.json()).toEqual({ success: true, deletedCount: 2 });
    expect(await get()).toMatchObject({ total: 3 });
  });

  it('only a shared one is read by anybody who knows its id', async () => {
    const id = await store();
    const read = () => app.inject({ method: 'GET', url: `/api/v1/public-executions/${id}` });
    expect((await read()).statusCode).toBe(404);
    const shared = await key.inject({ method: 'PUT', url: `${url}/${id}`, payload: { isPublic: true } });
    expect(shared.json()).toMatchObject({ id, isPublic: true });
    expect((await read()).json()).toMatchObject({ id, isPublic: true, state: 'FINISHED' });
    await key.inject({ method: 'PUT', url: `${url}/${id}`, payload: { isPublic: false } });
    expect((await read()).statusCode).toBe(404);
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(401);
  });

  const hundredThousand = 100_000;

  /** Half of them of agent flows; each thousandth goes on with the one before it. */
  async function storeMany(): Promise<void> {
    const { db } = app.infrastructure;
    const values = {
      id: sql`'many-' || n`,
      workspaceId: sql.lit(user.caller.workspaceId),
      flowId: sql`case when n % 5 = 0 then ${sql.lit(flowId)} else 'other-' || (n % 5) end`,
      sessionId: sql`'session-' || (n / 5)`,
      chatId: sql`'session-' || (n / 5)`,
      source: sql`case when n % 3 = 0 then 'api' else 'chat' end`,
      status: sql`case when n % 50 = 0 then 'failed' else 'done' end`,
      question: sql`'Question ' || n`,
      error: sql`case when n % 50 = 0 then '{"code":"NODE_FAILED","message":"It failed."}' end`,
      startedAt: sql`${sql.lit(day)} + n`,
      flowType: sql`case when n % 2 = 0 then 'AGENTFLOW' else 'CHATFLOW' end`,
      resumes: sql`case when n % 1000 = 2 then 'many-' || (n - 2) end`,
    };
    const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)));
    await sql`insert into run (${columns})
      with recursive s(n) as (select 0 union all select n + 1 from s where n < ${sql.lit(hundredThousand - 1)})
      select ${sql.join(Object.values(values))} from s`.execute(db);
    await sql`analyze`.execute(db);
  }

  it('of many runs pages are found by an index, and totals need nothing else', async () => {
    await storeMany();
    const { db } = app.infrastructure;
    const explain = database === 'sqlite' ? 'explain query plan' : 'explain';
    const planOf = async ({ sql: text, parameters }: CompiledQuery) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
      return JSON.stringify(rows);
    };
    const expectIndex = async (queries: { compile(): CompiledQuery }[], what: string) => {
      const [page = '', ...totals] = await Promise.all(queries.map((query) => planOf(query.compile())));
      expect(page, what).toMatch(/run_(?:execution|flow|session|waiting)/);
      expect(page, what).not.toMatch(/SCAN run"|Seq Scan on run\b/);
      // PostgreSQL reads the table where half of it counts, or where its pages were not vacuumed yet.
      if (database === 'postgres') return;
      expect(totals[0], what).toContain('COVERING INDEX run_');
      for (const plan of totals) expect(plan, what).not.toContain('SCAN run"');
    };
    const { caller } = user;
    const [state, from] = ['FINISHED' as const, day + 5000];
    for (const filter of [
      ...[{}, { state }, { state: 'TERMINATED' as const }, { from, until: from + 500 }],
      ...[{ agentflowId: flowId }, { agentflowId: flowId, state }, { agentflowName: 'none' }],
    ])
      await expectIndex(executionStore(db).queries(caller, filter), JSON.stringify(filter));
    for (const filter of [{}, { status: 'failed' as const }, { source: 'webhook' as const }])
      await expectIndex(runListQueries(db, caller, flowId, filter), `runs ${JSON.stringify(filter)}`);
    expect(await get('?page=400&limit=12')).toMatchObject({ total: hundredThousand / 2 - 100 });
    expect(await get('?state=ERROR&limit=12')).toMatchObject({ total: hundredThousand / 50 - 100 });
  });
});
