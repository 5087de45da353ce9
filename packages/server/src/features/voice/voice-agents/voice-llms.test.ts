import { randomBytes } from 'node:crypto';
import { storedValueMask } from '@tendril/contract/api/credentials';
import type { VoiceFunction } from '@tendril/contract/voice/voice-function';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { sealFirstForm } from '../../../testing/seal-first-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { AgentDriver, calendarFunction } from './testing/agent-driver.ts';
import { createVoiceAgents } from './voice-agents.ts';

const masterKey = randomBytes(32);
const endCall = { id: 'f2', type: 'end_call', name: 'end_call', description: '' };

const secretHeaders = {
  Authorization: 'Bearer canary',
  'X-Auth': 'canary',
  'X-Session-Token': 'canary {{key}}',
};
const openHeaders = { 'X-Api-Key': '{{key}}', 'X-Auth-Token': 'Bearer {{key}}', Accept: 'text/plain' };
const headers = { ...secretHeaders, ...openHeaders };
const custom = {
  id: 'f5',
  type: 'custom',
  name: 'look_up',
  description: '',
  url: 'https://example.com',
  method: 'POST',
  headers,
  timeoutMs: 120_000,
  parameters: '',
  argsAtRoot: false,
  speakDuring: false,
  speakDuringMessage: '',
  speakAfter: true,
  responseVariables: {},
} satisfies VoiceFunction;

describe.each(databases)('LLM records on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: AgentDriver;

  beforeAll(async () => {
    app = await createTestApp({ database, config: { secretKey: masterKey.toString('base64') } });
    user = await app.signIn();
    driver = new AgentDriver(user);
  });
  afterAll(() => app.close());

  const agents = () => createVoiceAgents({ ...app.infrastructure, isVoice: async () => true });
  const stored = async (id: string) =>
    (
      await app.infrastructure.db
        .selectFrom('voice_llm')
        .select('fields')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).fields;

  it('SP-46, LLM-01: prompt, model, temperature and welcome message are saved one by one', async () => {
    const { responseEngineLlmId: id } = await driver.make();
    await driver.saveLlm(id, { generalPrompt: 'You are kind.' });
    await driver.saveLlm(id, { model: 'claude-3.5-haiku', temperature: 1 });
    const saved = await driver.saveLlm(id, { beginMode: 'defined', beginMessage: 'Hello' });
    expect(saved).toMatchObject({
      id,
      generalPrompt: 'You are kind.',
      model: 'claude-3.5-haiku',
      temperature: 1,
      beginMode: 'defined',
      beginMessage: 'Hello',
      functions: [],
      revision: 4,
    });
    expect(await driver.llm(id)).toEqual(saved);
  });

  it.each([
    [{ temperature: 1.1 }, 'temperature'],
    [{ model: 'gpt-9' }, 'model'],
    [{ beginMode: 'never' }, 'beginMode'],
    [{ credentialId: 'nobody' }, 'credentialId'],
    [{ knowledgeBaseIds: ['nowhere'] }, 'knowledgeBaseIds.0'],
    [{ functions: [{ ...endCall, speed: 1 }] }, 'functions.0.speed'],
    [{ functions: [endCall, endCall] }, 'functions.1.id'],
    [{ functions: [{ ...endCall, type: 'sing' }] }, 'functions.0.type'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j by the field', async (payload, path) => {
    const { responseEngineLlmId: id } = await driver.make();
    expect(await driver.refused('PUT', `llms/${id}`, payload)).toEqual([400, path]);
  });

  it('a save over another is refused only where both changed the same field', async () => {
    const { responseEngineLlmId: id } = await driver.make();
    const { revision } = await driver.llm(id);
    await driver.saveLlm(id, { generalPrompt: 'Mine', revision });
    const beside = await driver.saveLlm(id, { temperature: 0.5, revision });
    expect(beside).toMatchObject({ generalPrompt: 'Mine', temperature: 0.5 });
    const same = await driver.saveLlm(id, { generalPrompt: 'Mine', revision });
    expect(same.revision).toBe(beside.revision);
    const answer = await driver.send('PUT', `llms/${id}`, { generalPrompt: 'Theirs', revision });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'STALE_VERSION']);
    expect(answer.json().details).toEqual([
      { path: 'revision', message: String(beside.revision) },
      { path: 'generalPrompt', message: expect.any(String) },
    ]);
    expect(await driver.llm(id)).toEqual(beside);
    expect(await driver.saveLlm(id, { generalPrompt: 'Theirs' })).toMatchObject({ generalPrompt: 'Theirs' });
  });

  it('SP-72, SP-73, API-22: functions are kept as they are, drafts and doubled names too', async () => {
    const { responseEngineLlmId: id } = await driver.make();
    const draft = { ...endCall, id: 'f3', name: '' };
    const doubled = { ...endCall, id: 'f4' };
    const functions = [endCall, draft, doubled];
    expect((await driver.saveLlm(id, { functions })).functions).toEqual(functions);
    expect((await driver.llm(id)).functions).toEqual(functions);
  });

  it('a long prompt with many functions is taken whole', async () => {
    const { responseEngineLlmId: id } = await driver.make();
    const parameters = JSON.stringify({ type: 'object', description: 'x'.repeat(49_000) });
    const functions = Array.from({ length: 50 }, (_, index) => ({ ...custom, id: `f${index}`, parameters }));
    const saved = await driver.saveLlm(id, { generalPrompt: 'é'.repeat(200_000), functions });
    expect([saved.generalPrompt.length, saved.functions.length]).toEqual([200_000, 50]);
    expect(await driver.refused('PUT', `llms/${id}`, { generalPrompt: 'x'.repeat(200_001) })).toEqual([
      400,
      'generalPrompt',
    ]);
  });

  it('SP-76: a calendar key is sealed, answered as a mask, and kept when the mask comes back', async () => {
    const { id, responseEngineLlmId } = await driver.make();
    const saved = await driver.saveLlm(responseEngineLlmId, { functions: [calendarFunction] });
    expect(saved.functions).toEqual([{ ...calendarFunction, calApiKey: storedValueMask }]);
    expect(await stored(responseEngineLlmId)).not.toContain('canary');
    const open = async () => agents().openSecrets(user.caller, id, 'draft');
    expect(await open()).toEqual([calendarFunction]);

    const renamed = { ...calendarFunction, name: 'renamed', calApiKey: storedValueMask };
    const moved = await driver.saveLlm(responseEngineLlmId, { functions: [endCall, renamed] });
    expect(moved.functions).toEqual([endCall, renamed]);
    expect(await open()).toEqual([endCall, { ...renamed, calApiKey: 'cal_live_canary' }]);

    const replaced = { ...renamed, calApiKey: 'another' };
    await driver.saveLlm(responseEngineLlmId, { functions: [replaced] });
    expect(await open()).toEqual([replaced]);
    await driver.saveLlm(responseEngineLlmId, { functions: [{ ...renamed, calApiKey: '' }] });
    expect((await driver.llm(responseEngineLlmId)).functions[0]).toMatchObject({ calApiKey: '' });
  });

  it('SP-76: the same key typed again changes nothing, and a mask that hides nothing is refused', async () => {
    const { responseEngineLlmId: id } = await driver.make();
    const { revision } = await driver.saveLlm(id, { functions: [calendarFunction] });
    expect((await driver.saveLlm(id, { functions: [calendarFunction] })).revision).toBe(revision);
    const unknown = { ...calendarFunction, id: 'f9', calApiKey: storedValueMask };
    expect(await driver.refused('PUT', `llms/${id}`, { functions: [unknown] })).toEqual([
      400,
      'functions.0.calApiKey',
    ]);
  });

  it('headers that sign the request of a custom function are sealed and masked as a key is', async () => {
    const { id, responseEngineLlmId } = await driver.make();
    const saved = await driver.saveLlm(responseEngineLlmId, { functions: [custom] });
    const masked = Object.keys(secretHeaders).map((name) => [name, storedValueMask]);
    expect(saved.functions).toEqual([
      { ...custom, headers: { ...Object.fromEntries(masked), ...openHeaders } },
    ]);
    expect(await stored(responseEngineLlmId)).not.toContain('canary');
    await driver.saveLlm(responseEngineLlmId, { functions: saved.functions });
    expect(await agents().openSecrets(user.caller, id, 'live')).toEqual([custom]);
  });

  it('secrets open in their own slot and in copies of the agent, and nowhere else', async () => {
    const { id, responseEngineLlmId } = await driver.make();
    await driver.saveLlm(responseEngineLlmId, { functions: [custom] });
    const copy = await driver.call<{ id: string }>('POST', `agents/${id}/duplicate`, {});
    expect(await agents().openSecrets(user.caller, copy.id, 'draft')).toEqual([custom]);
    const fields = JSON.parse(await stored(responseEngineLlmId));
    const [{ headers: sealed }] = fields.functions;
    [sealed['Authorization'], sealed['X-Auth']] = [sealed['X-Auth'], sealed['Authorization']];
    const write = (text: string) =>
      app.infrastructure.db
        .updateTable('voice_llm')
        .set({ fields: text })
        .where('id', '=', responseEngineLlmId)
        .execute();
    await write(JSON.stringify(fields));
    await expect(agents().openSecrets(user.caller, id, 'draft')).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: expect.stringContaining('“headers.Authorization” of the function “look_up” cannot be read'),
    });
    await driver.saveLlm(responseEngineLlmId, { functions: [custom] });
    expect(await agents().openSecrets(user.caller, id, 'draft')).toEqual([custom]);
  });

  it('secrets that were sealed for the workspace alone open, and a save binds them to their slot', async () => {
    const { id, responseEngineLlmId } = await driver.make();
    const first = sealFirstForm(masterKey, user.caller.workspaceId, 'cal_old');
    const old = { ...calendarFunction, calApiKey: first };
    await app.infrastructure.db
      .updateTable('voice_llm')
      .set({ fields: JSON.stringify({ functions: [old] }) })
      .where('id', '=', responseEngineLlmId)
      .execute();
    const opened = [{ ...calendarFunction, calApiKey: 'cal_old' }];
    expect(await agents().openSecrets(user.caller, id, 'draft')).toEqual(opened);
    const { functions } = await driver.llm(responseEngineLlmId);
    await driver.saveLlm(responseEngineLlmId, { functions });
    expect(await stored(responseEngineLlmId)).toContain('"v2.');
    expect(await agents().openSecrets(user.caller, id, 'draft')).toEqual(opened);
  });

  it('a stored header goes where it was stored for: another address asks for it again', async () => {
    const { id, responseEngineLlmId } = await driver.make();
    const { functions } = await driver.saveLlm(responseEngineLlmId, { functions: [custom] });
    const [masked] = functions as [typeof custom];
    const elsewhere = { ...masked, url: 'https://example.org/look-up' };
    const path = 'functions.0.headers.Authorization';
    expect(await driver.refused('PUT', `llms/${responseEngineLlmId}`, { functions: [elsewhere] })).toEqual([
      400,
      path,
    ]);
    const tried = { agentId: id, function: elsewhere, arguments: {}, variables: {} };
    expect(await driver.refused('POST', 'function-tests', tried)).toEqual([
      400,
      'function.headers.Authorization',
    ]);
    const besides = { ...masked, url: 'https://example.com/other' };
    await driver.saveLlm(responseEngineLlmId, { functions: [besides] });
  });

  it('takes knowledge bases and secrets of the workspace', async () => {
    const { responseEngineLlmId: id } = await driver.make();
    const base = await new KnowledgeDriver(user).makeStore();
    const secret = await user.inject({
      method: 'POST',
      url: '/api/agent-studio/v1/credentials',
      payload: { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } },
    });
    const credentialId = secret.json().id;
    const saved = await driver.saveLlm(id, { knowledgeBaseIds: [base.id], credentialId });
    expect(saved).toMatchObject({ knowledgeBaseIds: [base.id], credentialId });
    expect((await driver.saveLlm(id, { credentialId: 'demo' })).credentialId).toBe('demo');
    expect((await driver.saveLlm(id, { credentialId: null })).credentialId).toBeNull();
  });
});
