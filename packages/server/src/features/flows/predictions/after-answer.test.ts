import type { PredictionAnswer } from '@tendril/contract/api/predictions';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { followUpRequest, followUpSettingsOf, readQuestions } from './follow-up-prompts.ts';
import { postProcessingCode } from './post-process.ts';

describe.each(databases)('what comes after an answer on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    id = await makeFlow(user, await talkingFlow(user));
    await set({ isPublic: true });
  });
  afterAll(() => app.close());

  const set = async (payload: object) => {
    const answer = await user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  };
  const rewriteBy = (customFunction: string) =>
    set({ chatbotConfig: { postProcessing: { enabled: true, customFunction } }, followUpPrompts: {} });
  const send = (payload: object) =>
    user.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      payload: { question: 'Hello', ...payload },
    });
  const ask = async (payload: object = {}) => {
    const answer = await send(payload);
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return answer.json<PredictionAnswer>();
  };
  const stepOf = async (runId: string, name: string) => {
    const { events } = (await user.inject({ method: 'GET', url: `${studio}/runs/${runId}` })).json<{
      events: LoggedEvent[];
    }>();
    return events.find((event) => event.type === 'step-end' && event.name === name);
  };
  const answerOf = async (chatId: string) => {
    const messages = (
      await user.inject({ method: 'GET', url: `${studio}/chatmessage/${id}?chatId=${chatId}` })
    ).json();
    return messages.at(-1);
  };

  it("the owner's code rewrites the answer, sees the conversation, and turns streaming off", async () => {
    await rewriteBy('');
    const raw = await ask({ chatId: 'p0' });
    await ask({ chatId: 'p1', question: 'My name is Ada' });
    await rewriteBy(
      `const { rawOutput, input, chatHistory, chatflowId, sessionId, chatId, sourceDocuments, usedTools } = $flow;
       return JSON.stringify({ rawOutput, input, said: chatHistory.map((one) => one.role + ': ' + one.content)[0],
         chatflowId, sessionId, chatId, lists: [sourceDocuments, usedTools] });`,
    );
    const answer = await ask({ chatId: 'p1' });
    expect(JSON.parse(answer.text ?? '')).toEqual({
      rawOutput: raw.text,
      input: 'Hello',
      said: 'userMessage: My name is Ada',
      chatflowId: id,
      sessionId: 'p1',
      chatId: 'p1',
      lists: [[], []],
    });
    expect(answer.isStreamValid).toBe(false);
    expect((await answerOf('p1')).content).toBe(answer.text);
    expect(await stepOf(answer.runId, 'Post-processing')).toMatchObject({
      kind: 'code',
      output: answer.text,
    });
    const streaming = await user.inject({ method: 'GET', url: `/api/v1/chatflows-streaming/${id}` });
    expect(streaming.json()).toEqual({ isStreaming: false });
    const plain = await send({ streaming: true });
    expect(plain.headers['content-type']).toContain('application/json');
  });

  it('code as Flowise keeps it, as JSON text, runs too; an object becomes the answer as JSON', async () => {
    await rewriteBy(JSON.stringify('return { length: $flow.rawOutput.length };'));
    const answer = await ask();
    expect(answer.json).toEqual({ length: expect.any(Number) });
    expect(answer.text).toBeUndefined();
  });

  it.each([
    ['throw new Error("no luck");', 'no luck'],
    ['return undefined;', 'returned nothing'],
    ['return (', 'failed'],
  ])('the raw answer stays when the code fails with %s, and the log says why', async (code, message) => {
    await set({ chatbotConfig: {} });
    const raw = await ask();
    await rewriteBy(code);
    const answer = await ask();
    expect(answer.text).toBe(raw.text);
    expect(await stepOf(answer.runId, 'Post-processing')).toMatchObject({
      error: expect.stringContaining(message),
    });
  });

  it('the canvas, too, hears only the rewritten answer', async () => {
    await rewriteBy('return "Rewritten";');
    const run = await user.inject({
      method: 'POST',
      url: `${studio}/flows/${id}/runs`,
      payload: { question: 'Hello', version: 'draft', source: 'canvas' },
    });
    expect(run.body).not.toContain('"type":"text-delta"');
    expect(run.body).toContain('"type":"text","text":"Rewritten"');
  });

  it('the demo model writes three follow-up questions, sent in the answer, the frame and the message', async () => {
    const followUpPrompts = {
      status: true,
      selectedProvider: 'demoModel',
      demoModel: { prompt: 'Look: {history}' },
    };
    await set({ chatbotConfig: {}, followUpPrompts });
    const answer = await ask({ chatId: 'f1', question: 'My parcel from Norway is late' });
    const questions = JSON.parse(answer.followUpPrompts ?? '[]') as string[];
    expect(questions).toHaveLength(3);
    expect(questions.join(' ')).toMatch(/parcel|norway/);
    expect((await answerOf('f1')).followUpPrompts).toBe(answer.followUpPrompts);
    expect(await stepOf(answer.runId, 'Follow-up prompts')).toMatchObject({ output: questions });
    const frames = (await send({ chatId: 'f2', streaming: true })).body;
    const metadata = frames.split('\n').find((line) => line.includes('"event":"metadata"'));
    const { data } = JSON.parse(metadata?.slice('data:'.length) ?? '{}');
    expect(JSON.parse(data.followUpPrompts)).toHaveLength(3);
    expect(data.followUpPrompts).toBe((await answerOf('f2')).followUpPrompts);
  });

  it('a model that cannot be asked leaves the answer as it was, and the log says why', async () => {
    await set({
      followUpPrompts: { status: true, selectedProvider: 'chatOpenAI', chatOpenAI: { modelName: 'x' } },
    });
    const answer = await ask();
    expect(answer.text).not.toBe('');
    expect(answer.followUpPrompts).toBeUndefined();
    expect(await stepOf(answer.runId, 'Follow-up prompts')).toMatchObject({
      error: expect.stringContaining('needs a key'),
    });
    await set({ followUpPrompts: { ...{ selectedProvider: 'demoModel' }, status: false } });
    expect(await stepOf((await ask()).runId, 'Follow-up prompts')).toBeUndefined();
  });
});

describe('settings after an answer', () => {
  it('are read as Flowise writes them', () => {
    const flow = {
      followUpPrompts: {
        status: true,
        selectedProvider: 'chatOpenAI',
        chatOpenAI: { credentialId: 'c', modelName: 'm', temperature: '0.5', prompt: '' },
      },
    };
    expect(followUpSettingsOf(flow)).toMatchObject({
      provider: 'chatOpenAI',
      credentialId: 'c',
      prompt: expect.stringContaining('{history}'),
      values: { modelName: 'm', temperature: '0.5' },
    });
    expect(followUpSettingsOf({ followUpPrompts: { status: true } })).toBeUndefined();
    expect(
      postProcessingCode({ chatbotConfig: { postProcessing: { enabled: false, customFunction: 'x' } } }),
    ).toBeUndefined();
    expect(postProcessingCode({ chatbotConfig: { postProcessing: null } })).toBeUndefined();
  });

  it('fill the history in as it is, whatever signs it holds', () => {
    const turns = [{ role: 'user', content: 'costs $& {x}' }] as const;
    expect(followUpRequest('About {history}.', turns)).toContain('About User: costs $& {x}.');
    expect(followUpRequest('Write three.', turns)).toContain('Write three.\n\nUser: costs $& {x}');
  });

  it.each([
    ['["A?","B?","C?","D?"]', ['A?', 'B?', 'C?']],
    ['```json\n["A?", "A?", 5, "B?"]\n```', ['A?', 'B?']],
    ['Sure:\n1. How much?\n- When?\nBye', ['How much?', 'When?']],
    ['[broken', []],
    ['', []],
  ])('read the questions in %j', (text, questions) => {
    expect(readQuestions(text)).toEqual(questions);
  });
});
