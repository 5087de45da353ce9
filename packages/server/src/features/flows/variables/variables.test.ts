import { storedValueMask } from '@tendril/contract/api/credentials';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { callingPipeline } from '../../../testing/pipeline-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { createVariableService } from './variables.ts';

const url = `${studio}/variables`;
const canary = 'canary-"value"-4411';

describe('variables of the type runtime', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('come from TENDRIL_VAR_ of the environment, and from nothing else of it', async () => {
    vi.stubEnv('TENDRIL_VAR_town', 'Bergen');
    vi.stubEnv('town', 'leaked');
    vi.stubEnv('SECRET_TOKEN', 'leaked');
    const app = await createTestApp();
    const scope = { workspaceId: 'w' };
    const findUses = async () => new Map();
    const variables = createVariableService({ ...app.infrastructure, findUses, onChange() {} });
    for (const name of ['town', 'SECRET_TOKEN'])
      await variables.create(scope, { name, value: 'x', type: 'runtime', isSecret: false });
    expect(await variables.values(scope)).toEqual({ SECRET_TOKEN: '', town: 'Bergen' });
    expect(await variables.list(scope)).toMatchObject([
      { name: 'SECRET_TOKEN', environmentName: 'TENDRIL_VAR_SECRET_TOKEN', isSet: false },
      { name: 'town', environmentName: 'TENDRIL_VAR_town', isSet: true },
    ]);
    await app.close();
  });
});

describe.each(databases)('variables on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const make = async (payload: object) => {
    const answer = await user.inject({ method: 'POST', url, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  const put = (id: string, payload: object) => user.inject({ method: 'PUT', url: `${url}/${id}`, payload });
  const rows = () => app.infrastructure.db.selectFrom('variable').selectAll().execute();

  it('that are secret are sealed, never sent back, and reach the code that reads them', async () => {
    const made = await make({ name: 'token', value: canary, isSecret: true });
    const { id } = made.json();
    expect(made.json()).toMatchObject({ isSecret: true, value: storedValueMask });
    const list = await user.inject({ method: 'GET', url });
    const key = await makeKey(app, user.caller.workspaceId);
    const byKey = await key.inject({ method: 'GET', url: '/api/v1/variables' });
    for (const text of [made.body, list.body, byKey.body, JSON.stringify(await rows())])
      expect(text).not.toContain('canary-');
    const run = await user.inject({
      method: 'POST',
      url: `${studio}/node-custom-function`,
      payload: { javascriptFunction: 'return $vars.token.length' },
    });
    expect(run.json().output).toBe(canary.length);
    expect((await put(id, { name: 'token', value: storedValueMask })).json().isSecret).toBe(true);
    const again = await user.inject({
      method: 'POST',
      url: `${studio}/node-custom-function`,
      payload: { javascriptFunction: 'return $vars.token.length' },
    });
    expect(again.json().output).toBe(canary.length);
  });

  it('that are secret are refused in a prompt, with the reason, before a run and in it', async () => {
    await make({ name: 'passphrase', value: canary, isSecret: true });
    await make({ name: 'city', value: 'Oslo' });
    const prompt = 'Say {{$vars.passphrase}} never. We are in {{$vars.city}}.';
    const data = await talkingFlow(user);
    const chain = data.nodes.find((node) => node.data.name === 'conversationChain');
    if (chain) chain.data.inputs = { ...chain.data.inputs, systemMessagePrompt: prompt };
    const message = expect.stringMatching(
      /uses the secret variable "passphrase"\. A prompt goes to the model, and the model may repeat it/,
    );
    const checked = await user.inject({
      method: 'POST',
      url: `${studio}/flow-check`,
      payload: { flowData: data },
    });
    expect(checked.json().problems).toEqual([
      { code: 'SECRET_IN_PROMPT', nodeId: chain?.id, input: 'systemMessagePrompt', message },
    ]);
    const flowId = await makeFlow(user, data, 'Keeps a secret');
    const answer = await user.inject({
      method: 'POST',
      url: `${studio}/internal-prediction/${flowId}`,
      payload: { question: 'Hello', streaming: true },
    });
    expect(answer.body).toContain('uses the secret variable');
    const emitted = JSON.stringify(await app.infrastructure.db.selectFrom('event').selectAll().execute());
    for (const text of [emitted, answer.body]) expect(text).not.toContain('4411');
  });

  it('that are secret are not kept with the tools that were used, and plain words among them break nothing', async () => {
    const secrets = { expression: '6 * 7', flag: 'true', pin: '1234', word: 'node', kind: 'node-start' };
    for (const [name, value] of Object.entries(secrets)) await make({ name, value, isSecret: true });
    const id = await makeFlow(user, callingPipeline(await readTemplates(user)), 'Calls a tool');
    const asked = { method: 'POST', payload: { question: 'What is 6 * 7?' } } as const;
    const answer = await user.inject({ ...asked, url: `${studio}/internal-prediction/${id}` });
    expect(answer.json()).toMatchObject({
      text: '42',
      usedTools: [{ tool: 'calculator', toolInput: { expression: '••••••••' }, toolOutput: '42' }],
    });
    const messages = await app.infrastructure.db
      .selectFrom('chat_message')
      .select(['usedTools', 'agentReasoning'])
      .where('flowId', '=', id)
      .where('role', '=', 'apiMessage')
      .execute();
    const events = await app.infrastructure.db
      .selectFrom('event')
      .select(['kind', 'payload'])
      .where('runId', '=', answer.json().runId)
      .where('kind', '!=', 'run-start')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['node-start', 'node-end', 'run-end']),
    );
    const kept = JSON.stringify([messages, events.filter(({ kind }) => kind !== 'text')]);
    expect(kept).toContain('••••••••');
    expect(kept).not.toContain('6 * 7');
  });

  it('do not show a secret by becoming plain or runtime', async () => {
    const { id } = (await make({ name: 'sealed', value: canary, isSecret: true })).json();
    for (const payload of [{ isSecret: false }, { isSecret: false, value: storedValueMask }]) {
      const refused = await put(id, payload);
      expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'value']);
    }
    expect((await put(id, { isSecret: false, type: 'runtime' })).json().value).toBe('');
    expect((await put(id, { type: 'static' })).json().value).toBe('');
    expect(JSON.stringify(await rows())).not.toContain('canary-');
  });

  it('become secret with the value they have', async () => {
    const { id } = (await make({ name: 'later', value: canary })).json();
    expect((await put(id, { isSecret: true })).json()).toMatchObject({ value: storedValueMask });
    const row = (await rows()).find((one) => one.id === id);
    expect(row).toMatchObject({ value: '', isSecret: 1 });
  });

  it('are listed as used by the flows and tools that name them, after each save', async () => {
    const { id } = (await make({ name: 'town_used', value: 'Oslo' })).json();
    const flowId = await makeFlow(user, await talkingFlow(user), 'Town guide');
    const find = async () => {
      const all = (await user.inject({ method: 'GET', url })).json() as { id: string; usedBy: unknown }[];
      return all.find((one) => one.id === id)?.usedBy;
    };
    expect(await find()).toEqual([]);
    const func = 'return $vars.town_used;';
    await user.inject({
      method: 'POST',
      url: `${studio}/tools`,
      payload: { name: 'where', description: 'x', func },
    });
    const stored = (await user.inject({ method: 'GET', url: `${studio}/chatflows/${flowId}` })).json();
    const changed = JSON.parse(stored.flowData);
    changed.nodes[0].data.inputs.note = 'In {{$vars.town_used}}';
    const saved = await user.inject({
      method: 'PUT',
      url: `${studio}/chatflows/${flowId}`,
      payload: { flowData: JSON.stringify(changed) },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await find()).toMatchObject([
      { kind: 'flow', id: flowId, name: 'Town guide' },
      { kind: 'tool', name: 'where' },
    ]);
    await user.inject({ method: 'DELETE', url: `${studio}/flows/${flowId}` });
    expect(await find()).toMatchObject([{ kind: 'tool' }]);
  });

  it.each([
    [{ name: '1x' }, 'name'],
    [{ name: 'a'.repeat(65) }, 'name'],
    [{ name: 'ok', type: 'other' }, 'type'],
    [{ name: 'ok', value: 1 }, 'value'],
    [{ name: 'ok', isSecret: 'yes' }, 'isSecret'],
    [{ name: 'ok', workspaceId: 'w' }, 'workspaceId'],
  ])('%j is refused by its field', async (payload, path) => {
    const answer = await user.inject({ method: 'POST', url, payload });
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  });

  it('secret ones open in their own row only; a damaged one is named and can be entered again', async () => {
    const { db } = app.infrastructure;
    const ids: string[] = [];
    for (const name of ['swap_a', 'swap_b'])
      ids.push((await make({ name, value: name, isSecret: true })).json().id);
    const [one = '', other = ''] = ids;
    const rowOf = (id: string) =>
      db.selectFrom('variable').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { sealedValue } = await rowOf(other);
    await db.updateTable('variable').set({ sealedValue }).where('id', '=', one).execute();
    const findUses = async () => new Map();
    const values = () =>
      createVariableService({ ...app.infrastructure, findUses, onChange() {} }).values(user.caller);
    await expect(values()).rejects.toMatchObject({
      code: 'CREDENTIAL_MISSING',
      message: expect.stringMatching(/^The variable “swap_a” cannot be read any more/),
    });
    const mended = await user.inject({ method: 'PUT', url: `${url}/${one}`, payload: { value: 'new' } });
    expect(mended.statusCode, mended.body).toBe(200);
    expect(await values()).toMatchObject({ swap_a: 'new', swap_b: 'swap_b' });
  });

  it('of another workspace are out of reach', async () => {
    const { id } = (await make({ name: 'mine', value: 'x' })).json();
    const outsider = await makeKey(app);
    for (const method of ['PUT', 'DELETE'] as const) {
      const answer = await outsider.inject({
        method,
        url: `${url}/${id}`,
        ...(method === 'PUT' && { payload: {} }),
      });
      expect(answer.statusCode).toBe(404);
    }
    expect((await outsider.inject({ method: 'GET', url })).json()).toEqual([]);
  });
});
