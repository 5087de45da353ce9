import type { Call } from '@tendril/contract/api/calls';
import { createCall } from '@tendril/contract/api/calls';
import { createCredential } from '@tendril/contract/api/credentials';
import { hubPrefix } from '@tendril/contract/api/hub';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CallClient,
  endCallFunction,
  makeAgent,
  type RegisteredCall,
  registerCall,
} from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const prompt = 'You answer for the bakery of {{city}}. The shop opens at seven in the morning.';

describe.each(databases)('calls on %s', (database) => {
  let test: TestApp;
  let user: TestUser;
  let base: string;

  beforeAll(async () => {
    test = await createTestApp({ database });
    user = await test.signIn();
    base = await test.listen();
  });
  afterAll(() => test.close());

  const dial = ({ socketPath, token }: RegisteredCall) => new CallClient(base, socketPath, token);
  const read = async <T>(path: string) =>
    (await user.inject({ method: 'GET', url: `${createCall.path}${path}` })).json<T>();

  it('SP-54: a typed call is answered by the agent’s own prompt, and everything of it is kept', async () => {
    const agentId = await makeAgent(user, {
      llm: {
        generalPrompt: prompt,
        beginMode: 'defined',
        beginMessage: 'Bakery of {{city}}, good day.',
        defaultDynamicVariables: { city: 'Rome' },
      },
    });
    const registered = await registerCall(user, agentId, {
      variables: { city: 'Turin' },
      metadata: { order: 7 },
    });
    expect(registered.data).toMatchObject({
      status: 'registered',
      kind: 'test',
      channel: 'text',
      agentName: 'Reception',
      agentVersion: 0,
      metadata: { order: 7 },
    });
    const page = dial(registered);
    expect((await page.event('agent-turn')).text).toBe('Bakery of Turin, good day.');
    expect(page.notices[0]).toMatchObject({ type: 'ready', callId: registered.data.id });
    expect(await page.say('When does the shop open?')).toContain('seven in the morning');
    page.send({ type: 'hang-up' });
    await page.event('call-end');
    expect(await page.closed).toBe(1000);

    const { data } = await read<{ data: Call }>(`/${registered.data.id}`);
    expect(data).toMatchObject({
      status: 'ended',
      disconnectionReason: 'user_hangup',
      isDemo: true,
      variables: { city: 'Turin' },
      recordingUrl: null,
      latency: { llm: { num: 1 } },
    });
    expect(data.transcript.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
    const log = (await read<{ data: LoggedCallEvent[] }>(`/${registered.data.id}/events`)).data;
    expect(log[0]).toMatchObject({
      type: 'call-start',
      seq: 1,
      agentId,
      isDemo: true,
      variables: { city: 'Turin' },
    });
    const step = log.find((event) => event.type === 'step-start');
    expect(JSON.stringify(step)).toContain('You answer for the bakery of Turin.');
    expect(log.at(-1)?.type).toBe('call-end');
    expect(log.map(({ type }) => type)).not.toContain('agent-delta');
    expect(log.map(({ seq }) => seq)).toEqual([...log.map(({ seq }) => seq)].sort((a, b) => a - b));
  });

  it('FUNC-23: the model of a typed call can use a saved function to end it', async () => {
    const agentId = await makeAgent(user, { llm: { functions: [endCallFunction] } });
    const registered = await registerCall(user, agentId);
    const page = dial(registered);
    page.send({ type: 'say', text: 'Goodbye!' });
    expect(await page.event('tool-start')).toMatchObject({ name: 'end_call', arguments: '{}' });
    expect(await page.event('call-end')).toMatchObject({ reason: 'agent_hangup' });
    await page.closed;
    const { data } = await read<{ data: Call }>(`/${registered.data.id}`);
    expect([data.status, data.disconnectionReason]).toEqual(['ended', 'agent_hangup']);
  });

  it('refuses an ordinary request to the address of its socket in the form of every error', async () => {
    const registered = await registerCall(user, await makeAgent(user));
    const answer = await test.inject({ url: `${registered.socketPath}?token=${registered.token}` });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      404,
      { code: 'NOT_FOUND', message: 'This address is opened as a WebSocket.' },
    ]);
  });

  it('ATK-152: a token opens one line, once; a used, an old and 1,000 random ones are refused before the upgrade', async () => {
    const agentId = await makeAgent(user);
    const registered = await registerCall(user, agentId);
    const first = dial(registered);
    await first.event('call-start');
    expect(await dial(registered).closed).toBe(401);
    first.send({ type: 'hang-up' });
    await first.closed;
    expect(await dial(registered).closed).toBe(401);
    for (const token of ['', 'x', 'a'.repeat(43), 'ä'.repeat(43), `${registered.token}x`])
      expect([token, await dial({ ...registered, token }).closed]).toEqual([token, 401]);
    const tries = Array.from({ length: 1000 }, async (_, index) => {
      const token = Buffer.alloc(32, String(index)).toString('base64url');
      const answer = await test.inject({
        method: 'GET',
        url: `${registered.socketPath}?token=${token}`,
        headers: { connection: 'upgrade', upgrade: 'websocket' },
      });
      return answer.statusCode;
    });
    // Without an upgrade there is nothing at the address, whatever the token.
    expect(new Set(await Promise.all(tries))).toEqual(new Set([404]));
    const late = await registerCall(user, agentId);
    await test.infrastructure.db
      .updateTable('call')
      .set({ createdAt: Date.now() - 60_001 })
      .where('id', '=', late.data.id)
      .execute();
    expect(await dial(late).closed).toBe(401);
    expect((await read<{ data: Call }>(`/${late.data.id}`)).data).toMatchObject({
      status: 'not_connected',
      disconnectionReason: 'registered_call_timeout',
    });
  });

  it('lists calls of an agent, newest first, a page at a time', async () => {
    const agentId = await makeAgent(user);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await registerCall(user, agentId)).data.id);
    type Page = { data: Call[]; hasMore: boolean };
    const first = await read<Page>(`?agentId=${agentId}&limit=2`);
    expect([first.data.map(({ id }) => id), first.hasMore]).toEqual([ids.slice(0, 2), true]);
    const rest = await read<Page>(`?agentId=${agentId}&limit=2&before=${first.data[1]?.createdAt}`);
    expect([rest.data.map(({ id }) => id), rest.hasMore]).toEqual([ids.slice(2), false]);
    expect((await read<Page>(`?agentId=${agentId}&kind=phone`)).data).toEqual([]);
  });

  it('ATK-085: shows nothing of a call to another workspace, nor to one who is signed out', async () => {
    const agentId = await makeAgent(user);
    const { data } = await registerCall(user, agentId);
    const other = await makeKey(test);
    for (const url of [
      `${createCall.path}/${data.id}`,
      `${createCall.path}/${data.id}/events`,
      `${hubPrefix}/recordings/${data.id}.wav`,
    ]) {
      const theirs = await other.inject({ method: 'GET', url });
      const nobodys = await test.inject({ method: 'GET', url });
      expect([url, theirs.statusCode, nobodys.statusCode]).toEqual([url, 404, 401]);
    }
    const removed = await other.inject({ method: 'DELETE', url: `${createCall.path}/${data.id}` });
    const asked = await other.inject({ method: 'POST', url: createCall.path, payload: { agentId } });
    expect([removed.statusCode, asked.statusCode]).toEqual([404, 404]);
  });

  it('says at once which key is missing instead of letting the demo model answer unasked', async () => {
    const agentId = await makeAgent(user, { llm: { credentialId: null, model: 'claude-3.5-haiku' } });
    const answer = await user.inject({
      method: 'POST',
      url: createCall.path,
      payload: { agentId, channel: 'text' },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        code: 'CREDENTIAL_MISSING',
        message: expect.stringMatching(/Anthropic.*demo model in the LLM settings/),
        details: [{ path: 'brain.secretKind', message: 'anthropicApi' }],
      },
    ]);
    const secret = await user.inject({
      method: 'POST',
      url: createCredential.path,
      payload: { name: 'Old', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } },
    });
    const { id } = secret.json<{ id: string }>();
    const gone = await makeAgent(user, { llm: { credentialId: id } });
    await user.inject({ method: 'DELETE', url: `${createCredential.path}/${id}` });
    const refused = await user.inject({
      method: 'POST',
      url: createCall.path,
      payload: { agentId: gone, channel: 'text' },
    });
    expect(refused.json()).toMatchObject({
      code: 'CREDENTIAL_MISSING',
      details: [{ path: 'brain.secretKind', message: 'openAIApi' }],
    });
  });

  it('answers a test of the draft with the demo model where no key was chosen, and says so', async () => {
    const agentId = await makeAgent(user, {
      llm: { credentialId: null, generalPrompt: 'We open at seven.', beginMode: 'user' },
    });
    const page = dial(await registerCall(user, agentId));
    expect(await page.event('call-start')).toMatchObject({ isDemo: true });
    expect(await page.say('When do you open?')).toBe('We open at seven.');
  });

  it('refuses bad input by the name of its field', async () => {
    const agentId = await makeAgent(user);
    const cases: [Record<string, unknown>, string][] = [
      [{ agentId: 'no such id!' }, 'agentId'],
      [{ agentId, channel: 'video' }, 'channel'],
      [{ agentId, variables: { 'not a name': 'x' } }, 'variables'],
      [{ agentId, variables: { name: 'x'.repeat(10_001) } }, 'variables.name'],
      [{ agentId, extra: 1 }, 'extra'],
    ];
    for (const [payload, field] of cases) {
      const answer = await user.inject({ method: 'POST', url: createCall.path, payload });
      expect([answer.statusCode, answer.json<{ message: string }>().message.split(':')[0]]).toMatchObject([
        400,
        expect.stringContaining(field),
      ]);
    }
  });

  it('ends a call that is deleted, and deletes everything of it', async () => {
    const agentId = await makeAgent(user);
    const registered = await registerCall(user, agentId);
    const page = dial(registered);
    await page.say('Hello');
    const url = `${createCall.path}/${registered.data.id}`;
    expect((await user.inject({ method: 'DELETE', url })).statusCode).toBe(204);
    expect(await page.closed).toBe(1000);
    expect((await user.inject({ method: 'GET', url })).statusCode).toBe(404);
    const left = await test.infrastructure.db
      .selectFrom('event')
      .select('seq')
      .where('runId', '=', registered.data.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('ends with its line, and closes what a stop has cut off with every word until then', async () => {
    const agentId = await makeAgent(user);
    const registered = await registerCall(user, agentId);
    const page = dial(registered);
    await page.say('Hello');
    page.socket.close();
    const ended = async () => (await read<{ data: Call }>(`/${registered.data.id}`)).data;
    await expect.poll(ended).toMatchObject({ status: 'ended', disconnectionReason: 'user_hangup' });
  });
});
