import { createCredential } from '@tendril/contract/api/credentials';
import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { Simulation, SimulationFields, SimulationResult } from '@tendril/contract/api/simulations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../composition/app.ts';
import { type AnsweringModel, startAnsweringModel } from '../../../testing/answering-model.ts';
import { endCallFunction, makeAgent } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const script: SimulationFields = {
  name: 'Says goodbye',
  caller: { type: 'script', lines: ['Hello', 'Goodbye!', 'Are you still there?'] },
  variables: {},
  toolMocks: [],
  checks: [],
  maxTurns: 20,
};

/** Plays the agent, its callers, the judge and the author; a number refuses. */
let author: string | number = '[]';
let judge: string | number = '{"isTrue": true, "why": "It was kind."}';
const callerLines = ['I want a table for two.', '[hang up]'];
let callerSaid = 0;

function answerAs(system: string): string | number {
  if (system.startsWith('You play a person')) return callerLines[callerSaid++] ?? '[hang up]';
  if (system.startsWith('You check phone conversations')) return judge;
  if (system.startsWith('You write test cases')) return author;
  return 'Certainly, a table for two.';
}

describe.each(databases)('test cases of an agent on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let model: AnsweringModel;
  let demoId: string;
  let paidId: string;

  beforeAll(async () => {
    model = await startAnsweringModel(([system]) => answerAs(system?.content ?? ''));
    app = await createTestApp({ database, config: { egressAllow: [model.host] } });
    user = await app.signIn();
    demoId = await makeAgent(user, {
      llm: { generalPrompt: 'The shop opens at seven.', functions: [endCallFunction] },
    });
    const plainDataObj = { openAIApiKey: 'sk-1', basePath: model.url };
    const secret = await user.inject({
      method: 'POST',
      url: createCredential.path,
      payload: { name: 'Played', credentialName: 'openAIApi', plainDataObj },
    });
    paidId = await makeAgent(user, {
      llm: { credentialId: secret.json<{ id: string }>().id, model: 'gpt-4.1' },
    });
  });
  afterAll(async () => {
    model.close();
    await app.close();
  });

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    user.inject({ method, url, ...(payload && { payload }) });
  const casesOf = (agentId: string) => `${agentsPrefix}/${agentId}/simulations`;
  const oneOf = (id: string) => `${hubPrefix}/simulations/${id}`;
  const make = async (agentId: string, fields: Partial<SimulationFields>) =>
    (await send('POST', casesOf(agentId), { ...script, ...fields })).json<{ data: Simulation }>().data;
  const resultsOf = async (id: string) =>
    (await send('GET', `${oneOf(id)}/runs`)).json<{ data: SimulationResult[] }>().data;

  /** Runs a case and answers its results once all have ended. */
  async function run({ id }: Simulation, times = 1): Promise<SimulationResult[]> {
    const started = await send('POST', `${oneOf(id)}/runs`, { times });
    expect([started.statusCode, started.json<{ data: SimulationResult[] }>().data.length]).toEqual([
      202,
      times,
    ]);
    await expect
      .poll(async () => (await resultsOf(id)).some(({ status }) => status === 'running'), { timeout: 20_000 })
      .toBe(false);
    return resultsOf(id);
  }

  it('SP-53: a script talks to the draft, its checks are judged, and the result is kept with its transcript', async () => {
    const checks: SimulationFields['checks'] = [
      { type: 'says', text: 'hello' },
      { type: 'matches', pattern: '^hello' },
      { type: 'calls', name: 'end_call', arguments: {} },
      { type: 'ends-with', reason: 'agent_hangup' },
      { type: 'max-turns', turns: 3 },
    ];
    const made = await make(demoId, { checks });
    expect(made).toMatchObject({ ...script, checks, last: null });
    const [result] = await run(made);
    expect(result).toMatchObject({ status: 'pass', explanation: 'Every check holds.' });
    expect(result?.checks.map(({ isOk }) => isOk)).toEqual([true, true, true, true, true]);
    // The agent hung up at the second line, so the third was never said.
    expect(result?.transcript.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      'Hello',
      'Goodbye!',
    ]);
    const list = (await send('GET', casesOf(demoId))).json<{ data: Simulation[] }>().data;
    expect(list.find(({ id }) => id === made.id)?.last).toEqual(result);
    const call = await send('GET', `${hubPrefix}/calls/${result?.callId}`);
    expect(call.json()).toMatchObject({ data: { kind: 'simulation', agentVersion: 0, status: 'ended' } });
  });

  it('a check that does not hold fails the run and says why; several runs are kept newest first', async () => {
    const made = await make(demoId, {
      checks: [
        { type: 'never-says', text: 'hello' },
        { type: 'says', text: 'pineapple' },
      ],
    });
    const results = await run(made, 3);
    expect(results.map(({ status }) => status)).toEqual(['fail', 'fail', 'fail']);
    expect(results[0]?.explanation).toBe('Answer 1 says “hello”. No answer says “pineapple”.');
    const times = results.map(({ startedAt }) => startedAt);
    expect(times).toEqual([...times].sort((one, other) => other - one));
  });

  it('counts the runs that were started together, and measures their answers', async () => {
    const made = await make(demoId, { checks: [{ type: 'says', text: 'hello' }] });
    expect(made.batch).toBeNull();
    const one = async () =>
      (await send('GET', casesOf(demoId)))
        .json<{ data: Simulation[] }>()
        .data.find(({ id }) => id === made.id);
    await run(made, 3);
    expect((await one())?.batch).toEqual({ all: 3, over: 3, passed: 3 });
    await send('PUT', oneOf(made.id), { checks: [{ type: 'never-says', text: 'hello' }] });
    await run(made, 2);
    const now = await one();
    expect(now?.batch).toEqual({ all: 2, over: 2, passed: 0 });
    expect(now?.last?.p95Ms).toBeGreaterThanOrEqual(0);
  });

  it('a check asks for what the agent’s analysis draws from the call', async () => {
    const field = {
      id: 'f1',
      type: 'string',
      name: 'customer_name',
      description: 'Name of the caller',
    } as const;
    const agentId = await makeAgent(user, {
      settings: { postCallFields: [{ ...field, choices: [], examples: [], isRequired: false }] },
    });
    const made = await make(agentId, {
      caller: { type: 'script', lines: ['Hello', 'My name is Dana Whitfield.'] },
      checks: [
        { type: 'extracts', field: 'customer_name', value: 'dana whitfield' },
        { type: 'extracts', field: 'customer_name', value: 'Ada' },
        { type: 'extracts', field: 'party_size', value: '4' },
      ],
    });
    const [result] = await run(made);
    expect(result?.checks).toEqual([
      { isOk: true, explanation: '“customer_name” is "Dana Whitfield".' },
      { isOk: false, explanation: '“customer_name” is "Dana Whitfield", not "Ada".' },
      { isOk: false, explanation: 'The agent draws no field “party_size” from its calls.' },
    ]);
  });

  it('a person is played and sentences are judged by the agent’s model, each in its own temper', async () => {
    callerSaid = 0;
    const checks = [{ type: 'judge', text: 'The agent was kind.' } as const];
    const made = await make(paidId, { caller: { type: 'persona', prompt: 'A hungry person.' }, checks });
    const [result] = await run(made);
    expect(result).toMatchObject({ status: 'pass', checks: [{ isOk: true, explanation: 'It was kind.' }] });
    expect(result?.transcript.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'I want a table for two.'],
      ['agent', 'Certainly, a table for two.'],
    ]);
    const temperatures = model.asked.map(({ messages, temperature }) => [
      messages[0]?.content.slice(0, 8),
      temperature,
    ]);
    expect(temperatures).toContainEqual(['You play', 0.7]);
    expect(temperatures).toContainEqual(['You chec', 0]);
  });

  it('says what a model could not do: judge, play, write cases', async () => {
    judge = 'I think so.';
    callerSaid = 0;
    const checks = [{ type: 'judge', text: 'The agent was kind.' } as const];
    const made = await make(paidId, { checks });
    const [unread] = await run(made);
    expect(unread).toMatchObject({
      status: 'fail',
      explanation: 'The model gave no verdict that can be read.',
    });
    judge = 401;
    const [refused] = await run(made);
    expect(refused?.status).toBe('fail');
    expect(refused?.explanation).toMatch(/^The model could not judge: /);
    judge = '{"isTrue": true, "why": "It was kind."}';

    const [demo] = await run(await make(demoId, { caller: { type: 'persona', prompt: 'A hungry person.' } }));
    expect(demo).toMatchObject({ status: 'error', callId: null });
    expect(demo?.explanation).toMatch(/^The demo model cannot play a person/);

    author = 'Here are some ideas.';
    const unreadable = await send('POST', `${casesOf(paidId)}/suggestions`);
    expect([unreadable.statusCode, unreadable.json<{ code: string }>().code]).toEqual([
      422,
      'PROVIDER_REFUSED',
    ]);
    author = '[{"name":"Books","persona":"Ada wants a table.","judge":"A table is booked."}]';
    const written = await send('POST', `${casesOf(paidId)}/suggestions`);
    expect(written.json<{ data: SimulationFields[] }>().data).toMatchObject([
      { name: 'Books', caller: { type: 'persona' }, checks: [{ type: 'judge' }] },
    ]);
  });

  it('a missing key is the result of the run, not a crash', async () => {
    const bare = await makeAgent(user, { llm: { credentialId: null, model: 'claude-3.5-haiku' } });
    const [result] = await run(await make(bare, {}));
    expect(result).toMatchObject({
      ...{ status: 'error', callId: null, transcript: [] },
      missing: { part: 'brain', kinds: ['anthropicApi'] },
    });
    expect(result?.explanation).toMatch(/needs a key of Anthropic/);
  });

  it('a pattern that never ends is given up, and harms nothing else', async () => {
    const agentId = await makeAgent(user, {
      llm: { beginMode: 'defined', beginMessage: `${'a'.repeat(40)}!` },
    });
    const made = await make(agentId, { checks: [{ type: 'matches', pattern: '^(a+)+$' }] });
    const started = performance.now();
    const [result] = await run(made);
    expect(result).toMatchObject({
      status: 'fail',
      explanation: 'The pattern cannot be looked for: it takes too long.',
    });
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('functions answer what the case says, and variables are filled', async () => {
    const agentId = await makeAgent(user, {
      llm: {
        generalPrompt: 'You answer for {{shop}}.',
        beginMode: 'defined',
        beginMessage: 'This is {{shop}}.',
        functions: [
          {
            ...{ id: 'fn', type: 'custom', name: 'track_order', description: 'Tells where an order is.' },
            ...{ url: 'https://127.0.0.1:9/never', method: 'POST', headers: {}, timeoutMs: 1000 },
            ...{ parameters: '{"type":"object","properties":{}}', argsAtRoot: true, speakDuring: false },
            ...{ speakDuringMessage: '', speakAfter: true, responseVariables: {} },
          } as never,
        ],
      },
    });
    const made = await make(agentId, {
      caller: { type: 'script', lines: ['Please track my order'] },
      variables: { shop: 'Lindgren' },
      toolMocks: [{ name: 'track_order', result: 'It was sent on Monday.' }],
      checks: [
        { type: 'says', text: 'this is lindgren' },
        { type: 'says', text: 'sent on monday' },
      ],
    });
    expect((await run(made))[0]).toMatchObject({ status: 'pass' });
  });

  it.each([
    ['name', { name: ' ' }],
    ['caller.lines', { caller: { type: 'script', lines: [] } }],
    ['caller.prompt', { caller: { type: 'persona', prompt: '' } }],
    ['caller.type', { caller: { type: 'robot' } }],
    ['checks.0.pattern', { checks: [{ type: 'matches', pattern: '(' }] }],
    ['checks.0.reason', { checks: [{ type: 'ends-with', reason: 'boredom' }] }],
    ['checks.0.turns', { checks: [{ type: 'max-turns', turns: 0 }] }],
    ['checks.0.text', { checks: [{ type: 'says', text: '' }] }],
    ['maxTurns', { maxTurns: 101 }],
    ['variables.city', { variables: { city: 7 } }],
    ['toolMocks.0.result', { toolMocks: [{ name: 'x' }] }],
    ['extra', { extra: 1 }],
  ])('refuses a bad %s by its name, and keeps what was', async (field, wrong) => {
    const made = await make(demoId, { name: 'Kept' });
    const refused = [
      await send('POST', casesOf(demoId), { ...script, ...wrong }),
      await send('PUT', oneOf(made.id), wrong),
    ];
    for (const answer of refused) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ message: string }>().message).toContain(field);
    }
    const { data } = (await send('GET', casesOf(demoId))).json<{ data: Simulation[] }>();
    expect(data.find(({ id }) => id === made.id)).toEqual(made);
  });

  it('ATK-085: shows, changes and runs nothing for another workspace', async () => {
    const made = await make(demoId, {});
    const other = await makeKey(app);
    const tries = [
      ['GET', casesOf(demoId), undefined],
      ['POST', casesOf(demoId), script],
      ['POST', `${casesOf(demoId)}/suggestions`, undefined],
      ['PUT', oneOf(made.id), { name: 'Theirs' }],
      ['POST', `${oneOf(made.id)}/runs`, { times: 1 }],
      ['GET', `${oneOf(made.id)}/runs`, undefined],
      ['DELETE', oneOf(made.id), undefined],
    ] as const;
    for (const [method, url, payload] of tries) {
      const theirs = await other.inject({ method, url, ...(payload && { payload }) });
      expect([method, url, theirs.statusCode]).toEqual([method, url, 404]);
    }
    expect(await resultsOf(made.id)).toEqual([]);
  });

  it('leaves no result of a case that is deleted while its runs are started', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id } = await make(demoId, {});
      const started = send('POST', `${oneOf(id)}/runs`, { times: 1 });
      for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
      const [runs, removed] = await Promise.all([started, send('DELETE', oneOf(id))]);
      expect([202, 404]).toContain(runs.statusCode);
      expect(removed.statusCode).toBe(204);
      const left = app.infrastructure.db
        .selectFrom('simulation_result')
        .select('id')
        .where('simulationId', '=', id)
        .execute();
      expect(await left).toEqual([]);
    }
  });

  it('changes only what is sent; a deleted case takes its results along', async () => {
    const made = await make(demoId, {});
    await run(made);
    const renamed = (await send('PUT', oneOf(made.id), { name: 'Renamed' })).json<{ data: Simulation }>()
      .data;
    expect(renamed).toMatchObject({ ...script, name: 'Renamed', last: { status: 'pass' } });
    expect((await send('DELETE', oneOf(made.id))).statusCode).toBe(204);
    expect((await send('DELETE', oneOf(made.id))).statusCode).toBe(404);
    const left = await app.infrastructure.db
      .selectFrom('simulation_result')
      .select('id')
      .where('simulationId', '=', made.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('a run that a stop cuts off says so at the next start', async () => {
    const made = await make(demoId, {});
    const row = { workspaceId: user.caller.workspaceId, simulationId: made.id, callId: null, startedAt: 5 };
    const result = '{"explanation":"","checks":[],"transcript":[],"ms":0,"costUsd":0}';
    await app.infrastructure.db
      .insertInto('simulation_result')
      .values({ ...row, id: `cut-${database}`, status: 'running', result })
      .execute();
    const next = await buildApp(app.infrastructure, {});
    expect(await resultsOf(made.id)).toMatchObject([
      { status: 'error', explanation: 'The server stopped while this ran.' },
    ]);
    next.streams.close();
    await next.fastify.close();
  });

  it('keeps the newest fifty results, and an agent has at most two hundred cases', async () => {
    const agentId = await makeAgent(user);
    const made = await make(agentId, { caller: { type: 'script', lines: ['Hi'] }, maxTurns: 1 });
    const { db } = app.infrastructure;
    const common = {
      workspaceId: user.caller.workspaceId,
      callId: null,
      startedAt: 5,
      status: 'pass' as const,
    };
    const result = '{"explanation":"old","checks":[],"transcript":[],"ms":0,"costUsd":0}';
    const old = Array.from({ length: 60 }, (_, at) => ({
      ...{ ...common, result, simulationId: made.id, id: `old-${database}-${at}` },
    }));
    await db.insertInto('simulation_result').values(old).execute();
    const results = await run(made);
    expect([results.length, results[0]?.explanation, results[1]?.explanation]).toEqual([
      50,
      'The call went through; nothing was checked.',
      'old',
    ]);

    // The last run that passed stays to be compared with, however many have failed since.
    await send('PUT', oneOf(made.id), { checks: [{ type: 'says', text: 'pineapple' }] });
    const failed = { ...common, result, simulationId: made.id, status: 'fail' as const, startedAt: 6 };
    const later = Array.from({ length: 55 }, (_, at) => ({ ...failed, id: `later-${database}-${at}` }));
    await db.insertInto('simulation_result').values(later).execute();
    const since = await run(made);
    expect([since.length, since.at(-1)?.status, since.at(-1)?.id]).toEqual([51, 'pass', results[0]?.id]);

    const row = {
      workspaceId: user.caller.workspaceId,
      agentId,
      createdAt: 5,
      fields: JSON.stringify(script),
    };
    const many = Array.from({ length: 199 }, (_, at) => ({ ...row, id: `many-${database}-${at}` }));
    await db.insertInto('simulation').values(many).execute();
    const refused = await send('POST', casesOf(agentId), script);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      'An agent can have up to 200 test cases. Delete one first.',
    ]);
  });
});
