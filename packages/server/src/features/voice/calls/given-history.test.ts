import { type Call, createCall, type ReplayedLine } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { createVoiceAgent, publishAgent } from '@tendril/contract/api/voice-agents';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { callRegister } from './call-register.ts';
import { sealGiven } from './sealed-given.ts';

const history: ReplayedLine[] = [
  { role: 'agent', content: 'Good day.' },
  { role: 'user', content: 'My name is Ada.' },
  {
    role: 'tool',
    name: 'find_order',
    arguments: '{"number":"17"}',
    content: 'shipped',
    isOk: true,
    variables: { order_status: 'shipped' },
  },
  { role: 'agent', content: 'Hello Ada, it is on its way.' },
];

describe.each(databases)('a typed test that begins with the turns of an earlier one, on %s', (database) => {
  let test: TestApp;
  let user: TestUser;
  let base: string;

  beforeAll(async () => {
    test = await createTestApp({ database });
    user = await test.signIn();
    base = await test.listen();
  });
  afterAll(() => test.close());

  const get = async <T>(url: string) => (await user.inject({ method: 'GET', url })).json<{ data: T }>().data;

  it('knows them without asking anybody again, and says of each that it was taken over', async () => {
    const agentId = await makeAgent(user, { llm: { beginMode: 'defined', beginMessage: 'Good day.' } });
    const { data, ...line } = await registerCall(user, agentId, { history });
    const page = new CallClient(base, line.socketPath, line.token);
    expect(await page.event('agent-turn', 2)).toMatchObject({ turn: 2, isReplayed: true });
    expect(await page.say('What is my name?')).toContain('Ada');
    page.send({ type: 'hang-up' });
    await page.closed;

    const url = `${createCall.path}/${data.id}`;
    const emitted = await get<LoggedCallEvent[]>(`${url}/events`);
    expect(emitted.filter(({ type }) => type === 'turn-start')).toMatchObject([{ turn: 3, cause: 'answer' }]);
    expect(emitted.filter(({ type }) => type === 'step-start')).toHaveLength(1);
    const stored = await get<Call>(url);
    expect(stored.transcript.map(({ role, isReplayed = false }) => [role, isReplayed])).toEqual([
      ['agent', true],
      ['user', true],
      ['tool', true],
      ['agent', true],
      ['user', false],
      ['agent', false],
    ]);
    expect(stored).toMatchObject({
      collectedVariables: { order_status: 'shipped' },
      latency: { llm: { num: 1 } },
    });
  });

  it('may be of an older version, which answers as it did then, and counts as a test', async () => {
    const agentId = await makeAgent(user, { llm: { generalPrompt: 'The shop opens at seven.' } });
    const url = publishAgent.path.replace(':id', agentId);
    const published = await user.inject({ method: 'POST', url, payload: {} });
    const agent = await get<VoiceAgent>(`${createVoiceAgent.path}/${agentId}`);
    const llm = `${hubPrefix}/llms/${agent.responseEngineLlmId}`;
    await user.inject({ method: 'PUT', url: llm, payload: { generalPrompt: 'The shop opens at nine.' } });
    const { id: version } = published.json<{ data: { id: string } }>().data;
    const { data, ...line } = await registerCall(user, agentId, { history, version });
    expect(data).toMatchObject({ kind: 'test', agentVersion: 1 });
    const page = new CallClient(base, line.socketPath, line.token);
    await page.event('agent-turn', 2);
    expect(await page.say('When does the shop open?')).toContain('seven');
    page.send({ type: 'hang-up' });
    await page.closed;
    const served = await user.inject({ url: `${createCall.path}?isServed=true&agentId=${agentId}` });
    expect(served.json<{ data: Call[] }>().data).toEqual([]);
  });

  it('of an agent that stores nothing leaves none of them on the disk', async () => {
    const agentId = await makeAgent(user, { settings: { optOutSensitiveDataStorage: true } });
    const { data, ...line } = await registerCall(user, agentId, { history });
    const page = new CallClient(base, line.socketPath, line.token);
    await page.event('agent-turn', 2);
    page.send({ type: 'hang-up' });
    await page.closed;
    const { db } = test.infrastructure;
    const kept = [
      await db.selectFrom('call').selectAll().where('id', '=', data.id).execute(),
      await db.selectFrom('event').selectAll().where('runId', '=', data.id).execute(),
    ];
    expect(JSON.stringify(kept)).not.toMatch(/Ada|shipped|number/);
  });

  it('is refused where it cannot be, by the name of the field', async () => {
    const typed = { agentId: await makeAgent(user), channel: 'text', version: 'draft', history };
    const cases: [object, string][] = [
      [{ ...typed, history: [{ role: 'user', content: '' }] }, 'history.0.content'],
      [{ ...typed, history: [{ role: 'system', content: 'x' }] }, 'history.0.role'],
      [{ ...typed, history: [{ role: 'user', content: 'x', more: 1 }] }, 'history.0'],
      [
        { ...typed, history: Array.from({ length: 401 }, () => history[0]) },
        'history: must have at most 400 turns',
      ],
    ];
    for (const [payload, words] of cases) {
      const answer = await user.inject({ method: 'POST', url: createCall.path, payload });
      expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        400,
        expect.stringContaining(words),
      ]);
    }
  });

  it('begins with them at whichever server its line is opened, and with its own token only', async () => {
    const agentId = await makeAgent(user);
    const { token, data } = await registerCall(user, agentId, { history });
    // A register of its own, as a server has after its start.
    const register = callRegister({
      ...test.infrastructure,
      agents: {},
      responders: {},
      speech: {},
    } as never);
    const row = await register.takeToken(token);
    const given = row && register.takeGiven(row).history;
    expect([given?.length, given?.[0]]).toEqual([history.length, { speaker: 'agent', text: 'Good day.' }]);
    expect(await register.takeToken(token)).toBeUndefined();
    const damaged = await registerCall(user, agentId, { history });
    const foreign = sealGiven(token, data.id, { variables: {}, history: [], isForOtherPages: true });
    const { db } = test.infrastructure;
    await db.updateTable('call').set({ given: foreign }).where('id', '=', damaged.data.id).execute();
    expect(await register.takeToken(damaged.token)).toBeUndefined();
  });
});
