import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { AgentDriver } from './testing/agent-driver.ts';

const whole = {
  agentName: 'Whole',
  voiceId: 'openai-Alloy',
  language: 'de-DE',
  voiceSpeed: 0.5,
  volume: 1.25,
  responsiveness: 0.52,
  interruptionSensitivity: 0.8,
  sttMode: 'accurate',
  enableVoicemailDetection: false,
  voicemailDetectionTimeoutMs: 5000,
  endCallAfterSilenceMs: 1600,
  maxCallDurationMs: 60_000,
  beginMessageDelayMs: 2600,
};

describe.each(databases)('voice agents on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: AgentDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new AgentDriver(user);
  });
  afterAll(() => app.close());

  it('API-15, SP-06: a name is enough; English, a voice and a fresh LLM record are filled in', async () => {
    const answer = await driver.send('POST', 'agents', { agentName: '  Front desk ' });
    expect(answer.statusCode).toBe(201);
    const { data } = answer.json();
    expect(data).toEqual({
      id: expect.stringMatching(/^agent_/),
      agentName: 'Front desk',
      responseEngineLlmId: expect.stringMatching(/^llm_/),
      voiceId: '11labs-Adrian',
      language: 'en-US',
    });
    const other = await driver.make('Other');
    expect(other.responseEngineLlmId).not.toBe(data.responseEngineLlmId);
    expect(await driver.llm(data.responseEngineLlmId)).toMatchObject({
      model: 'gpt-4.1-mini',
      beginMode: 'dynamic',
    });
    expect((await driver.list()).map(({ id }) => id)).toContain(data.id);
  });

  it('API-13, API-20: the list answers {data: […]}, newest first, in the same order each time', async () => {
    const made = [await driver.make('First'), await driver.make('Second'), await driver.make('Third')];
    const ids = (await driver.list()).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(made.map(({ id }) => id).reverse());
    expect((await driver.list()).map(({ id }) => id)).toEqual(ids);
  });

  it('API-14, VED-02, ENT-01: after a full save the agent object has its fifteen fields, under data', async () => {
    const { id } = await driver.make('Whole');
    await driver.save(id, whole);
    const body = (await driver.send('GET', `agents/${id}`)).json();
    expect(Object.keys(body)).toEqual(['data']);
    expect(Object.keys(body.data).sort()).toEqual(
      [...Object.keys(whole), 'id', 'responseEngineLlmId'].sort(),
    );
    expect(body.data).toMatchObject(whole);
  });

  it('API-16, API-17, API-21, SP-44, SP-61: an update changes what is sent and nothing else', async () => {
    const { id, ...before } = await driver.make('Partial');
    const changed = await driver.save(id, { volume: 0.4 });
    expect(changed).toEqual({ id, ...before, volume: 0.4 });
    expect(await driver.save(id, { language: 'fr-FR' })).toEqual({ ...changed, language: 'fr-FR' });
    const six = {
      enableVoicemailDetection: true,
      voicemailDetectionTimeoutMs: 7500,
      endCallAfterSilenceMs: 12_000,
      maxCallDurationMs: 0,
      beginMessageDelayMs: 0,
      interruptionSensitivity: 0,
    };
    await driver.save(id, six);
    expect(await driver.read(id)).toEqual({ ...changed, language: 'fr-FR', ...six });
    expect(await driver.save(id, {})).toEqual(await driver.read(id));
  });

  it.each([
    [{ voiceSpeed: 'fast' }, 'voiceSpeed'],
    [{ volume: 2.01 }, 'volume'],
    [{ responsiveness: -0.1 }, 'responsiveness'],
    [{ language: 'xx-XX' }, 'language'],
    [{ sttMode: 'best' }, 'sttMode'],
    [{ maxCallDurationMs: 1.5 }, 'maxCallDurationMs'],
    [{ beginMessageDelayMs: 5001 }, 'beginMessageDelayMs'],
    [{ enableVoicemailDetection: 'yes' }, 'enableVoicemailDetection'],
    [{ agentName: '   ' }, 'agentName'],
    [{ voiceId: 'nobody-Knows' }, 'voiceId'],
    [{ voicemailMessage: 'x' }, 'voicemailMessage'],
    [{ volume: null }, 'volume'],
    [{ id: 'agent_x' }, 'id'],
  ])('SP-44: refuses %j by the field, and keeps the agent', async (payload, path) => {
    const { id } = await driver.make('Kept');
    const before = await driver.read(id);
    const answer = await driver.send('PUT', `agents/${id}`, payload);
    expect([answer.statusCode, answer.json().code, answer.json().details[0].path]).toEqual([
      400,
      'INVALID_INPUT',
      path,
    ]);
    expect(answer.json().message).toContain(path);
    expect(await driver.read(id)).toEqual(before);
  });

  it('two updates of different fields at once keep both', async () => {
    const { id, responseEngineLlmId } = await driver.make('Crowded');
    await Promise.all([
      driver.save(id, { volume: 0.1 }),
      driver.save(id, { voiceSpeed: 1.5 }),
      driver.saveSettings(id, { ringDurationMs: 5000 }),
      driver.saveSettings(id, { reminderMaxCount: 4 }),
      driver.saveSettings(id, { defaultDynamicVariables: { name: 'Ada' } }),
      driver.saveLlm(responseEngineLlmId, { generalPrompt: 'Be kind' }),
      driver.saveLlm(responseEngineLlmId, { temperature: 0.3 }),
    ]);
    expect(await driver.read(id)).toMatchObject({ volume: 0.1, voiceSpeed: 1.5 });
    expect(await driver.settings(id)).toMatchObject({
      ringDurationMs: 5000,
      reminderMaxCount: 4,
      defaultDynamicVariables: { name: 'Ada' },
    });
    expect(await driver.llm(responseEngineLlmId)).toMatchObject({
      generalPrompt: 'Be kind',
      temperature: 0.3,
    });
  });

  it('API-18: a deleted agent is gone with its record and versions', async () => {
    const { id, responseEngineLlmId } = await driver.make('Gone');
    await driver.call('POST', `agents/${id}/versions`, {});
    const removed = await driver.send('DELETE', `agents/${id}`);
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    for (const path of [
      `agents/${id}`,
      `agents/${id}/settings`,
      `agents/${id}/versions`,
      `llms/${responseEngineLlmId}`,
    ])
      expect((await driver.send('GET', path)).statusCode).toBe(404);
    expect((await driver.send('DELETE', `agents/${id}`)).statusCode).toBe(404);
    const left = await app.infrastructure.db
      .selectFrom('voice_agent_version')
      .select('id')
      .where('agentId', '=', id)
      .execute();
    expect(left).toEqual([]);
  });

  it('keeps an imported id that is free, and gives a new one for an id that is taken', async () => {
    const id = `agent_${randomUUID()}`;
    expect((await driver.make('Kept', { id })).id).toBe(id);
    expect((await driver.make('Again', { id })).id).not.toBe(id);
    const elsewhere = new AgentDriver(await makeKey(app));
    expect((await elsewhere.make('Elsewhere', { id })).id).not.toBe(id);
    expect(await driver.refused('POST', 'agents', { agentName: 'x', id: 'no spaces' })).toEqual([400, 'id']);
  });

  it('SP-64, SP-66, SP-69, SP-78: settings have defaults, keep what is saved, and leave the agent object alone', async () => {
    const agent = await driver.make('Settings');
    expect(await driver.settings(agent.id)).toMatchObject({
      brain: { type: 'prompt' },
      voicemailOption: { action: 'static_text', text: '' },
      ringDurationMs: 30_000,
      reminderTriggerMs: 10_000,
      reminderMaxCount: 1,
      ambientSound: null,
      optOutSensitiveDataStorage: false,
      optInSignedUrl: false,
      webhookEvents: ['call_started', 'call_ended', 'call_analyzed'],
      defaultDynamicVariables: {},
    });
    await driver.saveSettings(agent.id, { voicemailOption: { action: 'hangup', text: 'Hi {{name}}' } });
    await driver.saveSettings(agent.id, { ambientSound: 'coffee-shop', fallbackVoiceIds: ['openai-Alloy'] });
    await driver.saveSettings(agent.id, { optOutSensitiveDataStorage: true });
    expect(await driver.settings(agent.id)).toMatchObject({
      voicemailOption: { action: 'hangup', text: 'Hi {{name}}' },
      ambientSound: 'coffee-shop',
      fallbackVoiceIds: ['openai-Alloy'],
      optOutSensitiveDataStorage: true,
      ringDurationMs: 30_000,
    });
    expect(await driver.read(agent.id)).toEqual(agent);
  });

  it('SP-78: default variables saved with the settings stand in the LLM record, and the other way round', async () => {
    const { id, responseEngineLlmId } = await driver.make('Variables');
    await driver.saveSettings(id, { defaultDynamicVariables: { city: 'Oslo' } });
    expect((await driver.llm(responseEngineLlmId)).defaultDynamicVariables).toEqual({ city: 'Oslo' });
    await driver.saveLlm(responseEngineLlmId, { defaultDynamicVariables: { city: 'Bergen' } });
    expect((await driver.settings(id)).defaultDynamicVariables).toEqual({ city: 'Bergen' });
  });

  it.each([
    [{ brain: { type: 'flow', flowId: 'nowhere', versionId: null } }, 'brain.flowId'],
    [{ brain: { type: 'magic' } }, 'brain.type'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ timezone: '' }, 'timezone'],
    [{ fallbackVoiceIds: ['openai-Alloy', 'nobody'] }, 'fallbackVoiceIds.1'],
    [{ ambientSound: 'disco' }, 'ambientSound'],
    [{ webhookUrl: 'ftp://x' }, 'webhookUrl'],
    [{ webhookUrl: 'https://me:password@hooks.example' }, 'webhookUrl'],
    [{ defaultDynamicVariables: { 'a b': 'x' } }, 'defaultDynamicVariables.a b'],
    [{ unknown: 1 }, 'unknown'],
    [{ voicemailOption: { action: 'sing', text: '' } }, 'voicemailOption.action'],
  ])('refuses the settings %j by the field', async (payload, path) => {
    const { id } = await driver.make('Strict');
    expect(await driver.refused('PUT', `agents/${id}/settings`, payload)).toEqual([400, path]);
  });

  it('says in words what is wrong with an address, and with a name that is none', async () => {
    const { id } = await driver.make('Worded');
    const said = async (payload: object) =>
      (await driver.send('PUT', `agents/${id}/settings`, payload)).json().message;
    const socket = { type: 'custom-llm', url: 'https://llm.example' };
    expect(await said({ brain: socket })).toBe(
      'brain.url: must be an address that begins with ws:// or wss://',
    );
    expect(await said({ webhookUrl: 'https://me@hooks.example' })).toBe(
      'webhookUrl: must not hold a user name or password',
    );
    expect(await said({ webhookUrl: 7 })).toBe('webhookUrl: must be a web address');
    expect(await said({ defaultDynamicVariables: { 'a b': 'x' } })).toBe(
      'defaultDynamicVariables.a b: must be letters, digits, "_", "." or "-"',
    );
  });

  it('a flow of the workspace may answer in one of its versions', async () => {
    const { id } = await driver.make('By flow');
    const flow = (
      await user.inject({
        method: 'POST',
        url: '/api/agent-studio/v1/flows',
        payload: { name: 'Desk', type: 'CHATFLOW', flowData: { nodes: [], edges: [] } },
      })
    ).json();
    const brain = { type: 'flow', flowId: flow.id, versionId: null };
    expect((await driver.saveSettings(id, { brain })).brain).toEqual(brain);
    const wrong = { ...brain, versionId: 'elsewhere' };
    expect(await driver.refused('PUT', `agents/${id}/settings`, { brain: wrong })).toEqual([
      400,
      'brain.versionId',
    ]);
    const overviews = await driver.call<{ id: string; brain: object }[]>('GET', 'agent-overviews');
    expect(overviews.find((one) => one.id === id)?.brain).toEqual({
      type: 'flow',
      name: 'Desk',
      flowId: flow.id,
    });
  });

  it('fills a prompt with defaults, built-in variables and those of the call, and names what is missing', async () => {
    const { id, responseEngineLlmId } = await driver.make('Preview');
    await driver.saveLlm(responseEngineLlmId, {
      generalPrompt: 'You are {{role}} in {{city}}. It is {{current_hour}} h. {{who}}',
      beginMode: 'defined',
      beginMessage: 'Hello {{who}}, {{nobody}}',
      defaultDynamicVariables: { role: 'a clerk', city: 'Oslo' },
    });
    const answer = await driver.send('POST', `agents/${id}/prompt-preview`, {
      variables: { city: 'Bergen', who: '{{role}}' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { prompt, beginMessage, missing } = answer.json();
    expect(prompt).toMatch(/^You are a clerk in Bergen\. It is \d\d h\. \{\{role\}\}$/);
    expect([beginMessage, missing]).toEqual(['Hello {{role}}, {{nobody}}', ['nobody']]);
  });

  it('agents of another workspace do not exist, whatever is asked of them', async () => {
    const { id, responseEngineLlmId } = await driver.make('Mine');
    const elsewhere = new AgentDriver(await makeKey(app));
    expect(await elsewhere.list()).toEqual([]);
    for (const [method, path, payload] of [
      ['GET', `agents/${id}`],
      ['PUT', `agents/${id}`, { volume: 0 }],
      ['DELETE', `agents/${id}`],
      ['GET', `agents/${id}/settings`],
      ['PUT', `agents/${id}/settings`, { ringDurationMs: 0 }],
      ['GET', `llms/${responseEngineLlmId}`],
      ['PUT', `llms/${responseEngineLlmId}`, { generalPrompt: 'x' }],
      ['GET', `agents/${id}/versions`],
      ['GET', `agents/${id}/versions/draft`],
      ['POST', `agents/${id}/versions`, {}],
      ['POST', `agents/${id}/duplicate`],
      ['GET', `agents/${id}/export`],
      ['POST', `agents/${id}/prompt-preview`, { variables: {} }],
    ] as const)
      expect([path, (await elsewhere.send(method, path, payload)).statusCode]).toEqual([path, 404]);
    expect((await driver.read(id)).agentName).toBe('Mine');
  });

  it('records in the audit log who created and deleted an agent', async () => {
    const { id } = await driver.make('Audited');
    await driver.call('DELETE', `agents/${id}`);
    const entries = await app.infrastructure.db
      .selectFrom('audit_entry')
      .select(['action', 'actor', 'detail'])
      .where('target', '=', id)
      .orderBy('seq')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['voice-agent-created', 'voice-agent-deleted']);
    expect(entries[0]).toMatchObject({ actor: `user:${user.caller.userId}`, detail: '{"name":"Audited"}' });
  });
});
