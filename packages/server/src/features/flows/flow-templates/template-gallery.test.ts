import type { FlowDetail } from '@tendril/contract/api/flows';
import type { CustomTemplate, MarketplaceTemplate } from '@tendril/contract/api/marketplaces';
import type { TemplateCard, TemplateDetail } from '@tendril/contract/api/template-gallery';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studio}/templates`;
const marketplaces = `${studio}/marketplaces`;

describe.each(databases)('the gallery of templates on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const get = (path: string) => user.inject({ method: 'GET', url: path });
  const post = (path: string, payload: object = {}) => user.inject({ method: 'POST', url: path, payload });
  const countRows = async (table: 'flow' | 'run' | 'chat_message' | 'tool') =>
    (await app.infrastructure.db.selectFrom(table).selectAll().execute()).length;

  async function trial(id: string, payload: object): Promise<LoggedEvent[]> {
    const answer = await post(`${url}/${id}/runs`, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.body
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as LoggedEvent);
  }
  const textOf = (events: readonly LoggedEvent[]) => events.findLast((event) => event.type === 'text')?.text;

  it('tries a template without keeping anything of it', async () => {
    const before = await Promise.all((['flow', 'run', 'chat_message', 'tool'] as const).map(countRows));
    const events = await trial('shipping-quote', {
      question: 'What is the shipping price for 3 kg to France?',
    });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]).toMatchObject({ type: 'run-start', isDemo: true });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'done' });
    expect(textOf(events)).toContain('9.60 euros');
    expect(await Promise.all((['flow', 'run', 'chat_message', 'tool'] as const).map(countRows))).toEqual(
      before,
    );
  });

  it('remembers in a trial what the page sends along', async () => {
    const history = [
      { role: 'userMessage', content: 'My name is Robin' },
      { role: 'apiMessage', content: 'Nice to meet you, Robin.' },
    ];
    const question = 'What is my name?';
    expect(textOf(await trial('onboarding-guide', { question, history }))).toContain('Robin');
    expect(textOf(await trial('onboarding-guide', { question }))).toContain('not told me');
  });

  it('lets a trial wait for a person and go on once', async () => {
    const asked = await trial('refund-approval', { question: 'Please refund order 1042' });
    expect(asked.at(-1)).toMatchObject({ type: 'run-end', status: 'waiting' });
    const decides = { runId: asked[0]?.runId, decision: 'approve' };
    const done = await trial('refund-approval', { question: '', decides });
    expect(textOf(done)).toContain('Order 1042 was refunded');
    const again = await post(`${url}/refund-approval/runs`, { question: '', decides });
    expect([again.statusCode, again.json().code]).toEqual([409, 'CONFLICT']);

    const second = await trial('refund-approval', { question: 'Please refund order 1042' });
    const refused = await trial('refund-approval', {
      question: '',
      decides: { runId: second[0]?.runId, decision: 'reject' },
    });
    expect(textOf(refused)).not.toContain('was refunded');
  });

  it('refuses what it cannot try by its field', async () => {
    expect((await post(`${url}/unknown/runs`, { question: 'x' })).statusCode).toBe(404);
    const answer = await post(`${url}/refund-approval/runs`, {});
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'question']);
  });

  it('gives a graph with the workspace’s own tools and secrets in it', async () => {
    const before = await get(`${url}/email-drafting`);
    expect(before.json<TemplateDetail>().needs).toEqual([
      { credential: 'openAIApi', label: expect.any(String), isMet: false },
    ]);
    const secret = await post(`${studio}/credentials`, {
      name: 'Mine',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'canary-template-key' },
    });
    expect(secret.statusCode, secret.body).toBeLessThan(300);
    expect((await get(`${url}/email-drafting`)).json<TemplateDetail>().needs[0]?.isMet).toBe(true);
    const taken = await post(`${url}/email-drafting/graph`);
    expect(taken.body).toContain(secret.json<{ id: string }>().id);
    expect(taken.body).not.toContain('canary');

    const first = (await post(`${url}/shipping-quote/graph`)).json();
    const second = (await post(`${url}/shipping-quote/graph`)).json();
    expect(second).toEqual(first);
    const tools = (await get(`${studio}/tools`)).json<{ id: string; name: string }[]>();
    const made = tools.filter(({ name }) => name === 'shipping_price');
    expect(made).toHaveLength(1);
    expect(JSON.stringify(first)).toContain(made[0]?.id);
  });

  it('keeps a tool as a template, shows it and makes a tool of it again', async () => {
    const fields = { name: 'double', description: 'Doubles.', schema: '[]', func: 'return 2 * $n;' };
    const tool = (await post(`${studio}/tools`, fields)).json<{ id: string }>();
    const saved = await post(url, { toolId: tool.id, name: 'Doubling' });
    expect(saved.statusCode, saved.body).toBe(201);
    expect(saved.json()).toMatchObject({ name: 'Doubling', type: 'TOOL', nodeNames: [] });
    const { id } = saved.json();
    await user.inject({ method: 'DELETE', url: `${studio}/tools/${tool.id}` });
    const detail = (await get(`${url}/${id}`)).json<TemplateDetail>();
    expect(detail).toMatchObject({ isOwn: true, flowData: null, picture: null, tools: [fields] });
    const made = await post(`${url}/${id}/tools`);
    expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining(fields)]);
    expect((await post(`${url}/${id}/flows`)).statusCode).toBe(400);
    expect((await post(`${url}/${id}/runs`, { question: 'x' })).statusCode).toBe(400);
    expect((await post(`${url}/shipping-quote/tools`)).statusCode).toBe(400);
    expect((await post(url, { toolId: tool.id, flowId: 'x', name: 'Both' })).json().details[0].path).toBe(
      'flowId',
    );
  });

  it('shows own templates as cards with their picture, and their graph only when asked', async () => {
    const flowId = await makeFlow(user, await talkingFlow(user), 'Talker');
    const saved = (await post(url, { flowId, name: 'Talker', usecases: ['Office'] })).json();
    const cards = (await get(`${url}/cards`)).json<TemplateCard[]>();
    const card = cards.find(({ id }) => id === saved.id);
    expect(card).toMatchObject({
      isOwn: true,
      isDemo: true,
      keys: [],
      useCases: ['Office'],
      type: 'CHATFLOW',
    });
    expect(card?.picture?.nodes).toHaveLength(3);
    expect(card?.picture?.edges).toHaveLength(2);
    expect(textOf(await trial(saved.id, { question: 'Hello' }))).toContain('Hello');
    const created = (await post(`${url}/${saved.id}/flows`)).json<FlowDetail>();
    expect(created.name).toBe('Talker');
    // A row of the time before there were pictures.
    await app.infrastructure.db
      .updateTable('flow_template')
      .set({ picture: null })
      .where('id', '=', saved.id)
      .execute();
    expect((await get(`${url}/${saved.id}`)).json<TemplateDetail>().picture?.nodes).toHaveLength(3);
  });

  it.each([marketplaces, '/api/v1/marketplaces'])('answers Flowise’s clients under %s', async (path) => {
    const rows = (await get(`${path}/templates`)).json<MarketplaceTemplate[]>();
    expect(rows.length).toBeGreaterThanOrEqual(24);
    expect(rows.map(({ templateName }) => templateName)).toEqual(
      rows.map(({ templateName }) => templateName).sort((one, other) => one.localeCompare(other, 'en')),
    );
    const team = rows.find(({ id }) => id === 'research-team');
    expect(team).toMatchObject({
      templateName: 'Research team',
      type: 'Agentflow',
      usecases: ['Agents', 'Knowledge'],
    });
    expect(JSON.parse(team?.flowData ?? '').nodes.length).toBeGreaterThan(5);

    const flowId = await makeFlow(user, await talkingFlow(user), 'Source');
    const made = await post(`${path}/custom`, {
      name: 'Copy',
      description: 'd',
      badge: 'NEW',
      usecases: ['x'],
      chatflowId: flowId,
      type: 'Chatflow',
    });
    expect(made.statusCode, made.body).toBe(200);
    const tool = await post(`${path}/custom`, {
      name: 'A tool',
      type: 'Tool',
      tool: { iconSrc: '', schema: '[]', func: 'return 1;', name: 'ignored' },
    });
    expect(tool.json()).toMatchObject({ type: 'Tool', func: 'return 1;', schema: '[]', categories: [] });
    const customs = (await get(`${path}/custom`)).json<CustomTemplate[]>();
    const copy = customs.find(({ id }) => id === made.json().id);
    expect(copy).toMatchObject({ name: 'Copy', templateName: 'Copy', badge: 'NEW', type: 'Chatflow' });
    expect(JSON.parse(copy?.flowData ?? '').nodes).toHaveLength(3);
    expect((await post(`${path}/custom`, { name: 'Nothing' })).json().details[0].path).toBe('chatflowId');
    const removed = await user.inject({ method: 'DELETE', url: `${path}/custom/${copy?.id}` });
    expect(removed.json()).toEqual({ affected: 1 });
    const gone = await user.inject({ method: 'DELETE', url: `${path}/custom/research-team` });
    expect(gone.statusCode).toBe(404);
  });

  it('ATK-067: to another workspace own templates do not exist', async () => {
    const flowId = await makeFlow(user, await talkingFlow(user));
    const { id } = (await post(url, { flowId, name: 'Elsewhere' })).json();
    await app.infrastructure.db
      .updateTable('flow_template')
      .set({ workspaceId: 'elsewhere' })
      .where('id', '=', id)
      .execute();
    for (const path of [`${url}/${id}`]) expect((await get(path)).statusCode).toBe(404);
    for (const path of ['graph', 'flows', 'tools'])
      expect((await post(`${url}/${id}/${path}`)).statusCode).toBe(404);
    expect((await post(`${url}/${id}/runs`, { question: 'x' })).statusCode).toBe(404);
    expect((await get(`${url}/cards`)).body).not.toContain(id);
    expect((await get(`${marketplaces}/custom`)).body).not.toContain(id);
  });
});
