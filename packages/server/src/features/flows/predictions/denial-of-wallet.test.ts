import { createCredential } from '@tendril/contract/api/credentials';
import { changeLimits } from '@tendril/contract/api/workspace-limits';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnsweringModel, startAnsweringModel } from '../../../testing/answering-model.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const long = 'Tell me everything. '.repeat(400);

describe('ATK-148: a visitor of a public flow with 1,000 long questions', () => {
  let app: TestApp;
  let user: TestUser;
  let model: AnsweringModel;
  let flowId: string;
  afterEach(async () => {
    model.close();
    await app.close();
  });

  async function start(config: object): Promise<void> {
    model = await startAnsweringModel(() => 'No.');
    app = await createTestApp({ config: { egressAllow: [model.host], ...config } });
    user = await app.signIn();
    const plainDataObj = { openAIApiKey: 'sk-1', basePath: model.url };
    const payload = { name: 'Played', credentialName: 'openAIApi', plainDataObj };
    const secret = await user.inject({ method: 'POST', url: createCredential.path, payload });
    const flow = new FlowBuilder(await readTemplates(user));
    const chat = flow.add('chatOpenAI', { x: 0, y: 0 }, { modelName: 'gpt-4.1' });
    const chain = flow.add('conversationChain', { x: 500, y: 0 });
    const memory = flow.add('bufferMemory', { x: 0, y: 400 });
    const data = flow.connect(chat, chain, 'model').connect(memory, chain, 'memory').build();
    for (const node of data.nodes)
      if (node.id === chat.id) node.data.credential = secret.json<{ id: string }>().id;
    flowId = await makeFlow(user, data);
    await set({ isPublic: true });
  }
  async function set(payload: object): Promise<void> {
    const url = `${studio}/flows/${flowId}/settings`;
    expect((await user.inject({ method: 'PATCH', url, payload })).statusCode).toBe(200);
  }
  /** Each from another chat, twenty at a time. */
  async function attack(headers: (index: number) => Record<string, string> = () => ({})) {
    const statuses = new Map<number, number>();
    let next = 0;
    const ask = async () => {
      for (let index = next++; index < 1000; index = next++) {
        const payload = { question: long, chatId: `chat-${index}` };
        const url = `/api/v1/prediction/${flowId}`;
        const { statusCode } = await app.inject({ method: 'POST', url, payload, headers: headers(index) });
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 20 }, ask));
    return statuses;
  }

  it('costs as many answers as the flow allows a visitor, whatever names it takes', {
    timeout: 60_000,
  }, async () => {
    await start({});
    await set({
      apiConfig: { rateLimit: { status: true, limitMax: 15, limitDuration: 3600, limitMsg: 'Later.' } },
    });
    const statuses = await attack((index) => ({
      'user-agent': `Browser ${index}`,
      'x-forwarded-for': `203.0.113.${index % 250}`,
      cookie: `visitor=${index}`,
    }));
    expect([statuses.get(200), statuses.get(429)]).toEqual([15, 985]);
    expect(model.asked).toHaveLength(15);
  });

  it('is held without any setting of the flow', { timeout: 60_000 }, async () => {
    await start({});
    const statuses = await attack();
    expect(statuses.get(429)).toBeGreaterThan(800);
    expect(model.asked).toHaveLength(statuses.get(200) ?? 0);
  });

  it('costs no more than the budget of the workspace, which is looked at before the model is asked', {
    timeout: 60_000,
  }, async () => {
    await start({ visitorAnswersPerMinute: 0 });
    const payload = { workspaceTokensPerDay: 5500 };
    expect((await user.inject({ method: 'PUT', url: changeLimits.path, payload })).statusCode).toBe(200);
    const statuses = await attack();
    // Each costs 1,100; what is under way when the budget ends goes on.
    expect(statuses.get(200)).toBeGreaterThanOrEqual(5);
    expect(statuses.get(200)).toBeLessThanOrEqual(5 + 20);
    expect(model.asked).toHaveLength(statuses.get(200) ?? 0);
    expect([...statuses.keys()].toSorted()).toEqual([200, 429]);
  });
});
