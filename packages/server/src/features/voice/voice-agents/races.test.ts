import { createPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { retellPrefix } from '@tendril/contract/api/retell-pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { AgentDriver } from './testing/agent-driver.ts';

describe.each(databases)('changes of voice agents that come at once on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: AgentDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new AgentDriver(user);
  });
  afterAll(() => app.close());

  const times = (count: number) => Array.from({ length: count }, (_one, at) => at);
  const together = <T>(count: number, ask: (at: number) => Promise<T>) => Promise.all(times(count).map(ask));
  const post = (url: string, payload: object) => user.inject({ method: 'POST', url, payload });
  const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort();

  it('each field of an agent, saved by a request of its own, is there afterwards', async () => {
    const { id } = await driver.make('Fields');
    const fields = {
      voiceId: 'openai-Alloy',
      language: 'de-DE',
      voiceSpeed: 1.3,
      volume: 0.4,
      responsiveness: 0.1,
      interruptionSensitivity: 0.2,
      sttMode: 'accurate',
      enableVoicemailDetection: false,
      maxCallDurationMs: 90_000,
    };
    await Promise.all(Object.entries(fields).map(([name, value]) => driver.save(id, { [name]: value })));
    expect(await driver.read(id)).toMatchObject(fields);
    const settings = {
      ringDurationMs: 9000,
      reminderMaxCount: 4,
      ambientSound: 'call-center',
      optInSignedUrl: true,
      boostedKeywords: ['Tendril'],
      defaultDynamicVariables: { company: 'Lindgren' },
    };
    await Promise.all(
      Object.entries(settings).map(([name, value]) => driver.saveSettings(id, { [name]: value })),
    );
    expect(await driver.settings(id)).toMatchObject(settings);
  });

  it('SP-46: of one revision, saves of different fields are all kept, and of one field one is', async () => {
    const { responseEngineLlmId: id } = await driver.make('Record');
    const { revision } = await driver.llm(id);
    const fields = { generalPrompt: 'Be kind', temperature: 0.4, beginMessage: 'Hello', knowledgeTopK: 7 };
    const saved = await Promise.all(
      Object.entries(fields).map(([name, value]) => driver.saveLlm(id, { [name]: value, revision })),
    );
    expect(new Set(saved.map((one) => one.revision)).size).toBe(4);
    expect(await driver.llm(id)).toMatchObject({ ...fields, revision: revision + 4 });
    const since = revision + 4;
    const answers = await together(5, (at) =>
      driver.send('PUT', `llms/${id}`, { generalPrompt: `Prompt ${at}`, revision: since }),
    );
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().data.generalPrompt;
    expect((await driver.llm(id)).generalPrompt).toBe(winner);
    const [stale] = answers.filter(({ statusCode }) => statusCode === 409);
    expect(stale?.json()).toMatchObject({
      code: 'STALE_VERSION',
      details: [{ path: 'revision', message: String(since + 1) }, { path: 'generalPrompt' }],
    });
  });

  it('publications are numbered one after the other, and each holds one save, not parts of two', async () => {
    const { id, responseEngineLlmId } = await driver.make('Published');
    const save = (at: number) =>
      driver.saveLlm(responseEngineLlmId, { generalPrompt: `Save ${at}`, beginMessage: `Save ${at}` });
    await save(0);
    await together(12, async (at) => {
      if (at % 2 === 0) await save(at);
      else await driver.call('POST', `agents/${id}/versions`, { note: `${at}` });
    });
    const { data } = (await driver.send('GET', `agents/${id}/versions`)).json();
    expect(data.map(({ number }: { number: number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(data.map(({ isLive }: { isLive: boolean }) => isLive)).toEqual([true, ...Array(5).fill(false)]);
    for (const version of data) {
      const { llm } = await driver.version(id, version.id);
      expect(llm.beginMessage).toBe(llm.generalPrompt);
    }
  });

  it('one file imported several times at once makes as many agents, one of them under its id', async () => {
    const made = await driver.make('Original');
    const { data } = (await driver.send('GET', `agents/${made.id}/export`)).json();
    const file = { ...data, agent: { ...data.agent, id: 'agent_travelled' } };
    const answers = await together(6, () => driver.send('POST', 'agent-imports', { data: file }));
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 201]);
    const ids = answers.map((answer) => answer.json().data.id);
    expect(new Set(ids).size).toBe(6);
    expect(ids.filter((id) => id === 'agent_travelled')).toHaveLength(1);
    const llms = answers.map((answer) => answer.json().data.responseEngineLlmId);
    expect(new Set(llms).size).toBe(6);
  });

  it('copies made at once are copies each, with a record of their own', async () => {
    const { id } = await driver.make('Copied');
    const answers = await together(5, () => driver.send('POST', `agents/${id}/duplicate`));
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201]);
    const llms = answers.map((answer) => answer.json().data.responseEngineLlmId);
    expect(new Set(llms).size).toBe(5);
  });

  it('a number, an id of a number and a voice of a provider are taken once', async () => {
    const numbers = await together(6, () => post(createPhoneNumber.path, { phoneNumber: '+15125550190' }));
    expect(statuses(numbers)).toEqual([201, 409, 409, 409, 409, 409]);
    const named = await together(4, (at) =>
      post(createPhoneNumber.path, { id: 'number_1', phoneNumber: `+1512555020${at}` }),
    );
    expect(statuses(named)).toEqual([201, 201, 201, 201]);
    const asked = {
      name: 'Dana',
      provider: 'openai',
      providerVoiceId: 'x',
      gender: 'female',
      accent: 'Irish',
    };
    const voices = await together(5, () => driver.send('POST', 'voices', asked));
    expect(statuses(voices)).toEqual([201, 409, 409, 409, 409]);
  });

  it('two numbers that are changed to the same one at once are not both', async () => {
    const make = async (phoneNumber: string): Promise<string> =>
      (await post(createPhoneNumber.path, { phoneNumber })).json().data.id;
    const ids = [await make('+15125550301'), await make('+15125550302'), await make('+15125550303')];
    const answers = await Promise.all(
      ids.map((id) =>
        user.inject({
          method: 'PUT',
          url: `${createPhoneNumber.path}/${id}`,
          payload: { phoneNumber: '+15125550399' },
        }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 409, 409]);
  });

  it('an agent never answers by a record that was deleted at the same time', async () => {
    const { key } = await makeKey(app, user.caller.workspaceId);
    const retell = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
      app.inject({
        method,
        url: `${retellPrefix}/${path}`,
        headers: { authorization: `Bearer ${key}` },
        ...(payload && { payload }),
      });
    for (const _round of times(8)) {
      const { llm_id } = (await retell('POST', 'create-retell-llm', {})).json();
      const [made] = await Promise.all([
        retell('POST', 'create-agent', {
          response_engine: { type: 'retell-llm', llm_id },
          voice_id: '11labs-Adrian',
        }),
        retell('DELETE', `delete-retell-llm/${llm_id}`),
      ]);
      if (made.statusCode === 201) expect((await driver.llm(llm_id)).id).toBe(llm_id);
      else expect([400, 422]).toContain(made.statusCode);
    }
    for (const { responseEngineLlmId } of await driver.list())
      expect((await driver.send('GET', `llms/${responseEngineLlmId}`)).statusCode).toBe(200);
  });

  it('one of several deletions deletes, and what is saved meanwhile is refused or gone with it', async () => {
    const { id } = await driver.make('Deleted');
    const [saved, ...gone] = await Promise.all([
      driver.send('PUT', `agents/${id}/settings`, { reminderMaxCount: 2 }),
      ...times(3).map(() => driver.send('DELETE', `agents/${id}`)),
    ]);
    expect([200, 404]).toContain(saved?.statusCode);
    expect(statuses(gone)).toEqual([204, 404, 404]);
    expect((await driver.send('GET', `agents/${id}`)).statusCode).toBe(404);
  });

  it('test cases keep the fields of every save', async () => {
    const { id } = await driver.make('Cases');
    const made = await driver.call<{ id: string }>('POST', `agents/${id}/simulations`, {
      name: 'Case',
      caller: { type: 'script', lines: ['Hello'] },
      variables: {},
      toolMocks: [],
      checks: [],
      maxTurns: 5,
    });
    const changes = { name: 'Renamed', maxTurns: 7, variables: { name: 'Dana' } };
    await Promise.all(
      Object.entries(changes).map(([name, value]) =>
        driver.call('PUT', `simulations/${made.id}`, { [name]: value }),
      ),
    );
    const [found] = await driver.call<object[]>('GET', `agents/${id}/simulations`);
    expect(found).toMatchObject(changes);
  });
});
