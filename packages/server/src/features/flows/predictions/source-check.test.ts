import { createCredential } from '@tendril/contract/api/credentials';
import type { PredictionAnswer } from '@tendril/contract/api/predictions';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnsweringModel, startAnsweringModel } from '../../../testing/answering-model.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver, smallChunks } from '../../../testing/knowledge-driver.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const text =
  'The library opens at nine in the morning.\n\nDogs have to wait in the garden.\n\nLost keys are kept by the porter.\n\nBread is baked on Mondays.';
const said = 'The library opens at nine [1].\n\nIts **founder** was Ada Byron.';
const claim = { text: 'Its **founder** was Ada Byron.', reason: 'Nobody is named as founder.' };
const verdict = JSON.stringify({ unsupported: [{ sentence: 2, reason: claim.reason }] });

describe.each(databases)('answers and their sources on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let model: AnsweringModel;
  let flowId: string;
  let judge: string | number = verdict;

  beforeAll(async () => {
    model = await startAnsweringModel(([first]) =>
      first?.content.startsWith('You check an answer') ? judge : said,
    );
    app = await createTestApp({ database, config: { egressAllow: [model.host] } });
    user = await app.signIn();
    flowId = await makeQaFlow();
  });
  afterAll(async () => {
    model.close();
    await app.close();
  });
  beforeEach(() => {
    judge = verdict;
    model.asked.length = 0;
  });

  async function makeQaFlow(): Promise<string> {
    const driver = new KnowledgeDriver(user);
    const { id: storeId } = await driver.makeStore();
    const splitter = { name: smallChunks.splitterId, config: smallChunks.splitterConfig };
    const loader = { name: 'plainText', config: { text } };
    await driver.call('POST', `upsert/${storeId}`, { loader, splitter });
    const secret = await user.inject({
      method: 'POST',
      url: createCredential.path,
      payload: {
        name: 'Played',
        credentialName: 'openAIApi',
        plainDataObj: { openAIApiKey: 'sk-1', basePath: model.url },
      },
    });
    const flow = new FlowBuilder(await readTemplates(user));
    const chat = flow.add('chatOpenAI', { x: 0, y: 0 }, { modelName: 'gpt-4.1' });
    const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: storeId });
    const chain = flow.add('conversationalRetrievalQAChain', { x: 400, y: 0 });
    const data = flow.connect(chat, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
    for (const node of data.nodes)
      if (node.id === chat.id) node.data.credential = secret.json<{ id: string }>().id;
    const id = await makeFlow(user, data);
    await user.inject({
      method: 'PATCH',
      url: `${studio}/flows/${id}/settings`,
      payload: { isPublic: true },
    });
    return id;
  }

  const set = async (chatbotConfig: object) => {
    const url = `${studio}/flows/${flowId}/settings`;
    const answer = await user.inject({ method: 'PATCH', url, payload: { chatbotConfig } });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  };
  const send = (payload: object) =>
    user.inject({
      method: 'POST',
      url: `/api/v1/prediction/${flowId}`,
      payload: { question: 'When does the library open?', ...payload },
    });
  const ask = async (payload: object = {}) => {
    const answer = await send(payload);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return answer.json<PredictionAnswer>();
  };
  const eventsOf = async (runId: string) =>
    (await user.inject({ method: 'GET', url: `${studio}/runs/${runId}` })).json<{
      events: LoggedEvent[];
      run: { costUsd: number };
    }>();
  const lastOf = async (chatId: string) =>
    (await user.inject({ method: 'GET', url: `${studio}/chatmessage/${flowId}?chatId=${chatId}` }))
      .json()
      .at(-1);

  it('are not compared unless the flow says so', async () => {
    await set({});
    const answer = await ask({ chatId: 'off' });
    expect(answer.sourceCheck).toBeUndefined();
    expect(model.asked).toHaveLength(1);
  });

  it('are compared by the model of the flow, in one call, and what is missing is stored with the answer', async () => {
    await set({ checksSources: true });
    const answer = await ask({ chatId: 'on' });
    expect(answer.text).toBe(said);
    expect(answer.sourceCheck).toEqual({ checked: 2, unsupported: [claim] });
    expect((await lastOf('on')).sourceCheck).toEqual(answer.sourceCheck);
    const [first, second, ...rest] = model.asked;
    expect(rest).toEqual([]);
    const checked = second?.messages.at(-1)?.content ?? '';
    for (const part of [text.slice(0, 40), '1. The library opens at nine [1].', `2. ${claim.text}`])
      expect(checked).toContain(part);
    expect(first?.messages.some(({ content }) => content.startsWith('You check'))).toBe(false);
  });

  it('are compared after the answer was said, as an event and a step of their own, whose tokens count', async () => {
    await set({ checksSources: true });
    const frames = (await send({ chatId: 'stream', streaming: true })).body;
    const at = (name: string) => frames.indexOf(`"event":"${name}"`);
    expect(frames.lastIndexOf('"event":"token"')).toBeLessThan(at('sourceCheck'));
    expect(at('sourceCheck')).toBeLessThan(at('end'));
    const { runId } = await lastOf('stream');
    const { events } = await eventsOf(runId);
    const step = events.find((event) => event.type === 'step-end' && event.name === 'Source check');
    expect(step).toMatchObject({
      output: { checked: 2, unsupported: [claim] },
      usage: { inputTokens: 1000, outputTokens: 100 },
    });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', usage: { inputTokens: 2000, outputTokens: 200 } });
  });

  it.each([
    ['says nothing that can be read', 'I think it is fine.', 'could not be read'],
    ['cannot be reached', 500, 'left as it was'],
  ])('stay as they were when the model %s', async (_, says, reason) => {
    judge = says;
    await set({ checksSources: true });
    const answer = await ask({ chatId: 'broken' });
    expect(answer).toMatchObject({ text: said });
    expect(answer.sourceCheck).toBeUndefined();
    const { events } = await eventsOf(answer.runId);
    expect(events.find((event) => event.type === 'step-end' && event.name === 'Source check')).toMatchObject({
      error: expect.stringContaining(reason),
    });
  });

  it('where nothing was found, the sentence of the flow is said and no model is asked', async () => {
    await set({ unknownAnswer: { status: true, text: 'Please ask the porter.' }, checksSources: true });
    const answer = await ask({ chatId: 'unknown', question: 'Quantum chromodynamics lagrangian?' });
    expect(answer).toMatchObject({ text: 'Please ask the porter.', sourceDocuments: [] });
    expect(model.asked).toEqual([]);
    expect((await lastOf('unknown')).content).toBe('Please ask the porter.');
    expect((await ask({ chatId: 'known' })).text).toBe(said);
    await set({ unknownAnswer: { status: true, text: ' ' } });
    const usual = await ask({ chatId: 'usual', question: 'Quantum chromodynamics lagrangian?' });
    expect(usual.text).toMatch(/^I don’t know/);
    await set({});
    expect((await ask({ question: 'Quantum chromodynamics lagrangian?' })).text).toBe(said);
  });
});
