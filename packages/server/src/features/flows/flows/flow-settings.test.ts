import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('settings of flows on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let outsider: KeyHolder;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    outsider = await makeKey(app);
    id = await makeFlow(user, await talkingFlow(user));
  });
  afterAll(() => app.close());

  const url = () => `${studio}/flows/${id}/settings`;
  const read = async () => (await user.inject({ method: 'GET', url: url() })).json<FlowSettings>();
  const change = (payload: object) => user.inject({ method: 'PATCH', url: url(), payload });

  const makeSecret = async (): Promise<string> => {
    const payload = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } };
    return (await user.inject({ method: 'POST', url: `${studio}/credentials`, payload })).json().id;
  };

  it('a section that is sent replaces the stored one, others and unknown keys stay', async () => {
    const chatbotConfig = {
      welcomeMessage: 'Hello',
      starterPrompts: { 0: { prompt: 'What do you do?' } },
      textInput: { placeholder: 'Ask' },
      ownKey: { deep: [1] },
    };
    expect((await change({ chatbotConfig, category: 'Shop;Help' })).json()).toMatchObject({
      chatbotConfig,
      category: 'Shop;Help',
    });
    const credentialId = await makeSecret();
    const speechToText = { openAIWhisper: { status: true, credentialId, language: 'en' } };
    const apiConfig = {
      rateLimit: { status: true, limitMax: '5', limitDuration: 60, limitMsg: 'Slow down' },
    };
    await change({ speechToText, apiConfig });
    expect(await read()).toEqual({
      isPublic: false,
      apikeyid: null,
      category: 'Shop;Help',
      chatbotConfig,
      apiConfig,
      analytic: {},
      speechToText,
      textToSpeech: {},
      followUpPrompts: {},
      mcpServerConfig: {},
    });
    await change({ chatbotConfig: { welcomeMessage: 'Hi' } });
    expect((await read()).chatbotConfig).toEqual({ welcomeMessage: 'Hi' });
    const row = (await key.inject({ method: 'GET', url: `/api/v1/chatflows/${id}` })).json();
    expect(JSON.parse(row.speechToText)).toEqual(speechToText);
    expect(row.textToSpeech).toBeNull();
  });

  it.each([
    [{ workspaceId: 'x' }, 'workspaceId'],
    [{ chatbotConfig: { welcomeMessage: 5 } }, 'chatbotConfig.welcomeMessage'],
    [
      { chatbotConfig: { allowedOrigins: ['https://a.example', 'https://a.example/page'] } },
      'chatbotConfig.allowedOrigins.1',
    ],
    [{ chatbotConfig: { resumesAfterCrash: 'no' } }, 'chatbotConfig.resumesAfterCrash'],
    [{ chatbotConfig: { starterPrompts: { 0: {} } } }, 'chatbotConfig.starterPrompts.0.prompt'],
    [{ apiConfig: { rateLimit: { status: true, limitDuration: 60 } } }, 'apiConfig.rateLimit.limitMax'],
    [{ apiConfig: { rateLimit: { limitMax: 'many' } } }, 'apiConfig.rateLimit.limitMax'],
    [
      { apiConfig: { overrideConfig: { nodes: { Chain: [{ name: 'x' }] } } } },
      'apiConfig.overrideConfig.nodes.Chain.0.enabled',
    ],
    [{ speechToText: { a: { status: true }, b: { status: true } } }, 'speechToText.b.status'],
    [{ followUpPrompts: { status: true } }, 'followUpPrompts.selectedProvider'],
    [
      { followUpPrompts: { status: true, selectedProvider: 'bufferMemory' } },
      'followUpPrompts.selectedProvider',
    ],
    [{ mcpServerConfig: { toolName: 'a b' } }, 'mcpServerConfig.toolName'],
    [{ apikeyid: '' }, 'apikeyid'],
  ])('refuse %j by its field', async (body, path) => {
    const answer = await change(body);
    expect([answer.statusCode, answer.json().details?.[0]?.path]).toEqual([400, path]);
  });

  it('hold at once for the next caller, and are noted in the audit log without their values', async () => {
    const ask = () =>
      app.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload: { question: 'Hello' } });
    expect((await ask()).statusCode).toBe(401);
    await change({ isPublic: true, apiConfig: {} });
    expect((await ask()).statusCode).toBe(200);
    await change({
      apiConfig: { rateLimit: { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slow' } },
    });
    expect((await ask()).statusCode).toBe(200);
    const limited = await ask();
    expect([limited.statusCode, limited.json().message]).toEqual([429, 'Slow']);
    await change({ apiConfig: {} });
    expect((await ask()).statusCode).toBe(200);
    await change({ apikeyid: key.keyId });
    expect((await ask()).statusCode).toBe(401);
    await change({ apikeyid: null, isPublic: false });
    const entries = await app.infrastructure.db
      .selectFrom('audit_entry')
      .select(['actor', 'detail'])
      .where('action', '=', 'flow-settings-changed')
      .where('target', '=', id)
      .orderBy('seq', 'desc')
      .execute();
    expect(entries[0]).toEqual({
      actor: `user:${user.caller.userId}`,
      detail: JSON.stringify({ sections: ['isPublic', 'apikeyid'] }),
    });
    expect(JSON.stringify(entries)).not.toContain('Slow');
  });

  it('what outside clients stored askew is left out value by value, the rest is shown', async () => {
    const chatbotConfig = {
      welcomeMessage: 'Kept',
      title: 5,
      starterPrompts: { 0: { prompt: 'Kept' }, 1: { prompt: null } },
      allowedOrigins: ['a.example', 7],
      own: null,
    };
    const apiConfig = { rateLimit: { limitMsg: null, limitMax: 3 } };
    await key.inject({
      method: 'PUT',
      url: `/api/v1/chatflows/${id}`,
      payload: { chatbotConfig: JSON.stringify(chatbotConfig), apiConfig: JSON.stringify(apiConfig) },
    });
    expect(await read()).toMatchObject({
      chatbotConfig: {
        welcomeMessage: 'Kept',
        starterPrompts: { 0: { prompt: 'Kept' } },
        allowedOrigins: ['a.example'],
        own: null,
      },
      apiConfig: { rateLimit: { limitMax: 3 } },
    });
  });

  it('the parameters that calls may override are those of the draft for people, of the live version for keys', async () => {
    const rows = (await user.inject({ method: 'GET', url: `${studio}/flow-config/${id}` })).json();
    expect(rows).toContainEqual({
      node: 'Buffer Memory',
      nodeId: 'bufferMemory_0',
      label: expect.any(String),
      name: 'sessionId',
      type: 'string',
    });
    const types = new Set(rows.map((row: { type: string }) => row.type));
    for (const type of ['password', 'file', 'folder', 'credential', 'BaseMemory'])
      expect(types).not.toContain(type);
    const { draftRevision } = (await user.inject({ method: 'GET', url: `${studio}/flows/${id}` })).json();
    await user.inject({
      method: 'PUT',
      url: `${studio}/flows/${id}/draft`,
      payload: { flowData: { nodes: [], edges: [] }, isCheckpoint: false },
      headers: { 'if-match': String(draftRevision) },
    });
    expect((await user.inject({ method: 'GET', url: `${studio}/flow-config/${id}` })).json()).toEqual([]);
    expect((await key.inject({ method: 'GET', url: `/api/v1/flow-config/${id}` })).json()).toEqual(rows);
  });

  it('ATK-067: to another workspace they do not exist', async () => {
    expect((await outsider.inject({ method: 'GET', url: `/api/v1/flow-config/${id}` })).statusCode).toBe(404);
    expect((await change({ apikeyid: outsider.keyId })).statusCode).toBe(404);
    await app.infrastructure.db
      .updateTable('flow')
      .set({ workspaceId: 'elsewhere' })
      .where('id', '=', id)
      .execute();
    expect((await user.inject({ method: 'GET', url: url() })).statusCode).toBe(404);
    expect((await change({ category: 'mine' })).statusCode).toBe(404);
  });

  it('a secret of another workspace is refused like one that is not there, and a stored one may stay', async () => {
    id = await makeFlow(user, await talkingFlow(user));
    const foreign = await makeSecret();
    await app.infrastructure.db
      .updateTable('credential')
      .set({ workspaceId: outsider.workspaceId })
      .where('id', '=', foreign)
      .execute();
    const refused = async (section: string, credentialId: string) => {
      const answer = await change({ [section]: { openAIWhisper: { status: false, credentialId } } });
      return [answer.statusCode, answer.json().message];
    };
    for (const section of ['speechToText', 'textToSpeech', 'followUpPrompts'])
      for (const credentialId of [foreign, 'nowhere'])
        expect(await refused(section, credentialId)).toEqual([
          400,
          `${section}.openAIWhisper.credentialId: is not a secret of this workspace`,
        ]);
    const imported = { openAIWhisper: { status: false, credentialId: 'of-before' } };
    await app.infrastructure.db
      .updateTable('flow')
      .set({ speechToText: JSON.stringify(imported) })
      .where('id', '=', id)
      .execute();
    expect((await change({ speechToText: imported })).statusCode).toBe(200);
  });
});
