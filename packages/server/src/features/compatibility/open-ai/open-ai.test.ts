import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatedFlow, makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type Gate, gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const hello = [{ role: 'user' as const, content: 'Hello' }];

describe("a flow for OpenAI's own client", () => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let base: string;
  let flowId: string;
  let client: OpenAI;

  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    base = `${await app.listen()}/v1`;
    flowId = await makeFlow(user, await talkingFlow(user), 'Harbour Guide');
    client = connect(key.key);
  });
  afterAll(() => app.close());

  const connect = (apiKey: string) => new OpenAI({ apiKey, baseURL: base, maxRetries: 0 });
  const messagesOf = async (question: string) => {
    const rows = await app.infrastructure.db
      .selectFrom('event')
      .innerJoin('run', 'run.id', 'event.runId')
      .select('event.payload')
      .where('run.question', '=', question)
      .where('event.kind', '=', 'step-start')
      .execute();
    const step = rows.map(({ payload }) => JSON.parse(payload)).find(({ kind }) => kind === 'model');
    return step.input.messages as { role: string; content: string }[];
  };

  it('is listed and found by id and by name', async () => {
    const models = [];
    for await (const model of client.models.list()) models.push(model.id);
    expect(models).toContain(flowId);
    expect(await client.models.retrieve('Harbour Guide')).toMatchObject({ id: flowId, object: 'model' });
    await expect(client.models.retrieve('nothing')).rejects.toBeInstanceOf(NotFoundError);
  });

  it.each(['id', 'name'])('answers under its %s, with usage', async (by) => {
    const model = by === 'id' ? flowId : 'Harbour Guide';
    const answer = await client.chat.completions.create({
      model,
      messages: hello,
      temperature: 0.2,
      seed: 1,
    });
    expect(answer).toMatchObject({ object: 'chat.completion', model, choices: [{ finish_reason: 'stop' }] });
    expect(answer.choices[0]?.message.content).toMatch(/\w/);
    const { prompt_tokens: asked = 0, completion_tokens: said = 0, total_tokens: all } = answer.usage ?? {};
    expect([asked > 0, said > 0, all]).toEqual([true, true, asked + said]);
  });

  it('takes earlier messages as history and the system as instructions before them', async () => {
    const question = 'What did I just say about the boat?';
    await client.chat.completions.create({
      model: flowId,
      messages: [
        { role: 'system', content: 'Speak like a pilot.' },
        { role: 'user', content: 'The boat is blue.' },
        { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] },
        { role: 'user', content: [{ type: 'text', text: question }] },
      ],
    });
    const conversation = (await messagesOf(question))
      .map(({ role, content }) => `${role}: ${content}`)
      .join('\n');
    expect(conversation).toMatch(
      /user: Instructions for this conversation:\nSpeak like a pilot\.[\s\S]*user: The boat is blue\.[\s\S]*assistant: Noted\.[\s\S]*user: What did I just say/,
    );
  });

  it('streams pieces, then the usage that was asked for', async () => {
    const stream = await client.chat.completions.create({
      model: flowId,
      messages: hello,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    const chunks = [];
    for await (const chunk of stream) {
      chunks.push(chunk);
      text += chunk.choices[0]?.delta.content ?? '';
    }
    expect(chunks.length).toBeGreaterThan(4);
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(text).toMatch(/\w/);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(0);
    const helped = client.chat.completions.stream({ model: flowId, messages: hello });
    expect(await helped.finalContent()).toMatch(/\w/);
  });

  it('ends its stream by [DONE] and holds no secret of the flow', async () => {
    const answer = await key.inject({
      method: 'POST',
      url: '/v1/chat/completions',
      payload: { model: flowId, messages: hello, stream: true },
    });
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.body.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(answer.body).not.toContain('usage');
  });

  it('refuses in the form and by the status that the client knows', async () => {
    const create = (body: object, as = client) =>
      as.chat.completions.create({ model: flowId, messages: hello, ...body });
    await expect(create({}, connect('wrong'))).rejects.toBeInstanceOf(AuthenticationError);
    const foreign = connect((await makeKey(app)).key);
    await expect(create({}, foreign)).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    await expect(create({ model: 'nothing' })).rejects.toBeInstanceOf(NotFoundError);
    await expect(create({ messages: [] })).rejects.toMatchObject({ status: 400, param: 'messages' });
    await expect(create({ messages: [{ role: 'assistant', content: 'x' }] })).rejects.toMatchObject({
      param: 'messages.0.role',
    });
    await expect(
      create({ messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }),
    ).rejects.toBeInstanceOf(BadRequestError);
    await expect(create({ n: 2 })).rejects.toMatchObject({ param: 'n' });
    const nobody = await app.inject({
      method: 'POST',
      url: '/v1/chat/completions',
      payload: { model: flowId, messages: hello },
    });
    expect([nobody.statusCode, nobody.json().error.code]).toEqual([401, 'invalid_api_key']);
    expect((await app.inject({ url: '/v1/models' })).statusCode).toBe(401);
    expect((await app.inject({ url: '/v1/nothing' })).statusCode).toBe(404);
  });

  it('two flows of one name are distinguished by id only', async () => {
    await makeFlow(user, await talkingFlow(user), 'Twin');
    await makeFlow(user, await talkingFlow(user), 'Twin');
    await expect(client.chat.completions.create({ model: 'Twin', messages: hello })).rejects.toMatchObject({
      status: 400,
      param: 'model',
    });
  });

  it('a public flow answers nobody in particular, within its rate limit', async () => {
    const open = await makeFlow(user, await talkingFlow(user));
    const apiConfig = {
      rateLimit: { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slowly, please.' },
    };
    await user.inject({
      method: 'PATCH',
      url: `${studio}/flows/${open}/settings`,
      payload: { isPublic: true, apiConfig },
    });
    const payload = { model: open, messages: hello };
    expect((await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })).statusCode).toBe(200);
    const second = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload });
    expect([second.statusCode, second.json().error.message]).toEqual([429, 'Slowly, please.']);
  });
});

describe('a client of OpenAI that leaves', () => {
  let app: TestApp;
  let gate: Gate;
  beforeAll(async () => {
    const gated = gatedCatalogue();
    gate = gated.gate;
    app = await createTestApp({ catalogue: gated.catalogue });
  });
  afterAll(() => app.close());

  it('stops the run', async () => {
    const user = await app.signIn();
    const key = await makeKey(app, user.caller.workspaceId);
    const model = await makeFlow(user, await gatedFlow(user));
    const client = new OpenAI({ apiKey: key.key, baseURL: `${await app.listen()}/v1`, maxRetries: 0 });
    const stream = await client.chat.completions.create({ model, messages: hello, stream: true });
    gate.say('One ');
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content) break;
    }
    stream.controller.abort();
    await gate.aborted;
    const status = () => app.infrastructure.db.selectFrom('run').select('status').executeTakeFirst();
    await expect.poll(async () => (await status())?.status).toBe('cancelled');
  });
});
