import { uploadBytes } from '@tendril/contract/api/predictions';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

interface Frame {
  event: string;
  data: unknown;
}

/** Reads frames as Flowise's own client does: every line that begins with `data:`. */
function readFrames(body: string): Frame[] {
  return body
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [JSON.parse(line.slice(5)) as Frame] : []));
}

describe.each(databases)('asking a flow on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let outsider: KeyHolder;
  let flowId: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    outsider = await makeKey(app);
    flowId = await makeFlow(user, await talkingFlow(user));
  });
  afterAll(() => app.close());

  const ask = (payload: object, id = flowId) =>
    key.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
  const askNobody = (payload: object, id: string, headers = {}) =>
    app.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload, headers });
  const settings = async (id: string, payload: object) => {
    const answer = await user.inject({ method: 'PUT', url: `${studio}/chatflows/${id}`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  it('SP-101, PRODUCT-04: answers with the documented keys, by key and by session', async () => {
    const answer = await ask({ question: 'Hello?', chatId: 'chat-1' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-type']).toContain('application/json');
    const body = answer.json();
    expect(body).toMatchObject({
      question: 'Hello?',
      chatId: 'chat-1',
      sessionId: 'chat-1',
      memoryType: 'Buffer Memory',
      isStreamValid: true,
    });
    expect(body.text).toBeTruthy();
    expect(body.chatMessageId).toMatch(/^[\w-]{36}$/);
    const bySession = await user.inject({
      method: 'POST',
      url: `${studio}/prediction/${flowId}`,
      payload: { question: 'Hello?' },
    });
    expect(bySession.json().text).toBeTruthy();
  });

  it('streams the same text in the frames of Flowise, start first and [DONE] last', async () => {
    const answer = await ask({ question: 'Hello?', streaming: true });
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.body.startsWith('message:\ndata:{"event":')).toBe(true);
    const frames = readFrames(answer.body);
    const tokens = frames.filter((frame) => frame.event === 'token').map((frame) => frame.data);
    expect(tokens.length).toBeGreaterThan(1);
    expect(tokens.join('')).toBe((await ask({ question: 'Hello?' })).json().text);
    expect(frames[0]).toEqual({ event: 'start', data: tokens[0] });
    expect(frames.slice(-2).map((frame) => frame.event)).toEqual(['metadata', 'end']);
    expect(frames.at(-2)?.data).toMatchObject({ question: 'Hello?', memoryType: 'Buffer Memory' });
    expect(frames.at(-1)?.data).toBe('[DONE]');
  });

  it('stores question and answer, and the next turn remembers them', async () => {
    await ask({ question: 'My parrot is called Quill.', chatId: 'memory-1' });
    const second = await ask({ question: 'What is my parrot called?', chatId: 'memory-1' });
    const messages = (
      await key.inject({ method: 'GET', url: `/api/v1/chatmessage/${flowId}?chatId=memory-1` })
    ).json();
    expect(messages.map((message: { role: string }) => message.role)).toEqual([
      'userMessage',
      'apiMessage',
      'userMessage',
      'apiMessage',
    ]);
    expect(messages[3]).toMatchObject({
      content: second.json().text,
      id: second.json().chatMessageId,
      chatType: 'EXTERNAL',
      status: 'complete',
      isDemo: true,
    });
    const run = (await user.inject({ method: 'GET', url: `${studio}/runs/${second.json().runId}` })).json();
    const model = run.events.find(
      (event: { type: string; kind: string }) => event.type === 'step-start' && event.kind === 'model',
    );
    expect(JSON.stringify(model.input)).toContain('My parrot is called Quill.');
  });

  it('another flow never sees a session, even under the same id', async () => {
    await ask({ question: 'The vault opens with 4711.', chatId: 'shared-id' });
    const other = await makeFlow(user, await talkingFlow(user));
    const answer = (await ask({ question: 'What opens the vault?', chatId: 'shared-id' }, other)).json();
    const trace = await user.inject({ method: 'GET', url: `${studio}/runs/${answer.runId}` });
    expect(trace.body).not.toContain('4711');
  });

  it('takes the session id as flowise.md 3.6 orders it', async () => {
    const fixed = await makeFlow(user, await talkingFlow(user, { sessionId: 'fixed-session' }));
    expect((await ask({ question: 'a' }, fixed)).json().sessionId).toBe('fixed-session');
    expect((await ask({ question: 'a', chatId: 'c' }, fixed)).json()).toMatchObject({
      sessionId: 'c',
      chatId: 'c',
    });
    const overridden = { question: 'a', chatId: 'c', overrideConfig: { sessionId: 'o' } };
    expect((await ask(overridden, fixed)).json()).toMatchObject({ sessionId: 'o', chatId: 'c' });
    const own = await user.inject({
      method: 'POST',
      url: `${studio}/internal-prediction/${fixed}`,
      payload: overridden,
    });
    expect(own.json()).toMatchObject({ sessionId: 'fixed-session', chatId: 'c' });
  });

  it.each([
    [{ question: 'a', chatId: { $ne: null } }, 'chatId'],
    [{ question: 'a', overrideConfig: { sessionId: ['x'] } }, 'overrideConfig.sessionId'],
    [{ question: 'a', overrideConfig: { sessionId: 'x'.repeat(256) } }, 'overrideConfig.sessionId'],
    [{ question: '' }, 'question'],
    [{ question: 7 }, 'question'],
    [{ question: 'a', overrideConfig: { systemMessage: 'Be rude.' } }, 'overrideConfig.systemMessage'],
    [{ question: 'a', overrideConfig: { vars: { a: 'b' } } }, 'overrideConfig.vars'],
    [
      { question: 'a', uploads: [{ type: 'audio', name: 'a.mp3', data: 'data:audio/mp3;base64,AA' }] },
      'uploads.0.type',
    ],
    [
      {
        question: 'a',
        uploads: [{ type: 'file:full', name: 'a.exe', data: 'data:application/x-msdownload;base64,AA' }],
      },
      'uploads.0.mime',
    ],
  ])('P-06, ATK-074: refuses %j by the name of the field', async (payload, path) => {
    const answer = await ask(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', success: false, details: [{ path }] });
  });

  it('a malformed body, a body that is too deep and one that is too large are clear 4xx', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = `/api/v1/prediction/${flowId}`;
    const post = (payload: string) => key.inject({ method: 'POST', url, payload, headers });
    expect((await post('{"question":')).statusCode).toBe(400);
    expect(
      (await post(`{"question":"a","overrideConfig":${'['.repeat(5000)}${']'.repeat(5000)}}`)).statusCode,
    ).toBe(400);
    expect((await post(`{"question":"${'a'.repeat(2_000_000)}"}`)).statusCode).toBe(400);
    expect((await post(`{"question":"${'a'.repeat(uploadBytes)}"}`)).statusCode).toBe(413);
  });

  it('lets in a session, a key of the workspace, and nobody else, alike for private and unknown flows', async () => {
    expect((await askNobody({ question: 'a' }, flowId)).statusCode).toBe(401);
    expect((await askNobody({ question: 'a' }, 'unknown')).statusCode).toBe(401);
    expect((await ask({ question: 'a' }, 'unknown')).statusCode).toBe(404);
    const foreign = await outsider.inject({
      method: 'POST',
      url: `/api/v1/prediction/${flowId}`,
      payload: { question: 'a' },
    });
    expect(foreign.statusCode).toBe(404);
    const wrong = await askNobody({ question: 'a' }, flowId, { authorization: `Bearer ${key.key}x` });
    expect(wrong.statusCode).toBe(401);
  });

  it('a flow bound to a key wants that key', async () => {
    const bound = await makeFlow(user, await talkingFlow(user));
    const other = await makeKey(app, user.caller.workspaceId);
    await settings(bound, { apikeyid: other.keyId, isPublic: true });
    expect((await ask({ question: 'a' }, bound)).statusCode).toBe(401);
    expect((await askNobody({ question: 'a' }, bound)).statusCode).toBe(401);
    expect(
      (await other.inject({ method: 'POST', url: `/api/v1/prediction/${bound}`, payload: { question: 'a' } }))
        .statusCode,
    ).toBe(200);
  });

  it('a public flow answers anybody from the sites it lists, as often as it allows', async () => {
    const open = await makeFlow(user, await talkingFlow(user));
    await settings(open, { isPublic: true });
    expect((await askNobody({ question: 'a' }, open)).statusCode).toBe(200);
    await settings(open, {
      chatbotConfig: JSON.stringify({
        allowedOrigins: ['https://shop.example'],
        allowedOriginsError: 'Not here.',
      }),
    });
    const from = (origin: string) => askNobody({ question: 'a' }, open, { origin });
    const refused = await from('https://evil.example');
    expect(refused.json()).toMatchObject({
      code: 'ORIGIN_NOT_ALLOWED',
      message: 'Not here.',
      statusCode: 403,
    });
    const allowed = await from('https://shop.example');
    expect(allowed.statusCode).toBe(200);
    expect(allowed.headers['access-control-allow-origin']).toBe('https://shop.example');
    expect((await askNobody({ question: 'a' }, open)).statusCode).toBe(403);
    await settings(open, {
      chatbotConfig: null,
      apiConfig: JSON.stringify({ rateLimit: { limitMax: 2, limitDuration: 60, limitMsg: 'Slow down.' } }),
    });
    expect([(await from('x')).statusCode, (await from('x')).statusCode]).toEqual([200, 200]);
    const third = await from('x');
    expect(third.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'Slow down.' });
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask({ question: 'a' }, open)).statusCode).toBe(200);
  });

  it('ATK-073: public routes answer name and looks only', async () => {
    const open = await makeFlow(user, await talkingFlow(user));
    const chatbotConfig = JSON.stringify({
      title: 'Hi',
      allowedOrigins: ['https://a.example'],
      overrideConfig: { x: 1 },
      postProcessing: { customFunction: 'secretCode' },
    });
    await settings(open, { isPublic: true, chatbotConfig });
    const publicFlow = await app.inject({ method: 'GET', url: `/api/v1/public-chatflows/${open}` });
    expect(publicFlow.json()).toEqual({
      id: open,
      name: 'A flow',
      type: 'CHATFLOW',
      isPublic: true,
      chatbotConfig: '{"title":"Hi"}',
      isDemo: true,
    });
    const config = await app.inject({ method: 'GET', url: `/api/v1/public-chatbotConfig/${open}` });
    expect(Object.keys(config.json()).sort()).toEqual(['isTTSEnabled', 'title', 'uploads']);
    expect((await app.inject({ method: 'GET', url: `/api/v1/public-chatflows/${flowId}` })).statusCode).toBe(
      401,
    );
    expect(
      (await app.inject({ method: 'GET', url: `/api/v1/chatflows-streaming/${flowId}` })).json(),
    ).toEqual({ isStreaming: true });
  });

  it('takes only the overrides that the flow enables, for one run', async () => {
    const id = await makeFlow(user, await talkingFlow(user));
    const nodes = {
      'Conversation Chain': [
        { name: 'systemMessagePrompt', enabled: true },
        { name: 'model', enabled: false },
      ],
    };
    await settings(id, {
      apiConfig: JSON.stringify({
        overrideConfig: { status: true, nodes, variables: [{ name: 'town', enabled: true }] },
      }),
    });
    const answer = await ask(
      {
        question: 'a',
        overrideConfig: { systemMessagePrompt: 'Speak like a heron.', vars: { town: 'Oslo' } },
      },
      id,
    );
    expect(answer.statusCode, answer.body).toBe(200);
    const trace = await user.inject({ method: 'GET', url: `${studio}/runs/${answer.json().runId}` });
    expect(trace.body).toContain('Speak like a heron.');
    for (const overrideConfig of [
      { temperature: 1 },
      { vars: { other: 'x' } },
      { systemMessagePrompt: { bufferMemory_0: 'x' } },
    ]) {
      expect((await ask({ question: 'a', overrideConfig }, id)).statusCode).toBe(400);
    }
    const plain = (await ask({ question: 'a' }, id)).json();
    expect((await user.inject({ method: 'GET', url: `${studio}/runs/${plain.runId}` })).body).not.toContain(
      'heron',
    );
  });

  it('a saved change is live at once, and a variable too', async () => {
    const flow = new FlowBuilder(await readTemplates(user));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const chain = flow.add(
      'conversationChain',
      { x: 500, y: 0 },
      { systemMessagePrompt: 'Town: {{$vars.town}}' },
    );
    const memory = flow.add('bufferMemory', { x: 0, y: 300 });
    const data = flow.connect(model, chain, 'model').connect(memory, chain, 'memory').build();
    const id = await makeFlow(user, data);
    const promptOf = async () => {
      const { runId } = (await ask({ question: 'a' }, id)).json();
      return (await user.inject({ method: 'GET', url: `${studio}/runs/${runId}` })).body;
    };
    await promptOf();
    await user.inject({
      method: 'POST',
      url: `${studio}/variables`,
      payload: { name: 'town', value: 'Bergen' },
    });
    expect(await promptOf()).toContain('Town: Bergen');
    const changed: FlowData = structuredClone(data);
    changed.nodes.find((node) => node.id === chain.id)!.data.inputs!['systemMessagePrompt'] = 'Now a crane.';
    await user.inject({
      method: 'PUT',
      url: `${studio}/flows/${id}/draft`,
      payload: { flowData: changed },
      headers: { 'if-match': '1' },
    });
    expect(await promptOf()).toContain('Now a crane.');
  });

  it('an incomplete flow fails in words, and the failure is kept', async () => {
    const flow = new FlowBuilder(await readTemplates(user));
    flow.add('conversationChain', { x: 0, y: 0 });
    const id = await makeFlow(user, flow.build());
    const answer = await ask({ question: 'a', chatId: 'broken' }, id);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ success: false, code: 'FLOW_INVALID' });
    const [, kept] = (
      await key.inject({ method: 'GET', url: `/api/v1/chatmessage/${id}?chatId=broken` })
    ).json();
    expect(kept).toMatchObject({ status: 'failed', error: answer.json().message });
  });

  it('text files reach the flow as its attachment', async () => {
    const flow = new FlowBuilder(await readTemplates(user));
    const model = flow.add('demoModel', { x: 0, y: 0 });
    const prompt = flow.add(
      'promptTemplate',
      { x: 0, y: 300 },
      { template: 'File: {{file_attachment}} Question: {question}' },
    );
    const chain = flow.add('llmChain', { x: 500, y: 0 });
    const id = await makeFlow(
      user,
      flow.connect(model, chain, 'model').connect(prompt, chain, 'prompt').build(),
    );
    const upload = {
      type: 'file:full',
      name: 'tides.txt',
      data: `data:text/plain;base64,${Buffer.from('High tide at 6:12').toString('base64')}`,
    };
    const answer = await ask({ question: 'When is high tide?', uploads: [upload] }, id);
    expect(answer.statusCode, answer.body).toBe(200);
    const trace = await user.inject({ method: 'GET', url: `${studio}/runs/${answer.json().runId}` });
    expect(trace.body).toContain('High tide at 6:12');
  });

  it('deletes the messages of a chat with their runs and events', async () => {
    const { runId } = (await ask({ question: 'a', chatId: 'gone' })).json();
    const foreign = await outsider.inject({
      method: 'DELETE',
      url: `/api/v1/chatmessage/${flowId}?chatId=gone`,
    });
    expect(foreign.statusCode).toBe(404);
    const deleted = await key.inject({ method: 'DELETE', url: `/api/v1/chatmessage/${flowId}?chatId=gone` });
    expect(deleted.json()).toEqual({ affected: 2 });
    expect((await user.inject({ method: 'GET', url: `${studio}/runs/${runId}` })).statusCode).toBe(404);
    const events = await app.infrastructure.db
      .selectFrom('event')
      .select('seq')
      .where('runId', '=', runId)
      .execute();
    expect(events).toEqual([]);
  });

  it('sixty-four turns at once each get their own answer and are all kept', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        ask({ question: `Question ${index}`, chatId: `burst-${index}` }),
      ),
    );
    for (const [index, answer] of answers.entries()) {
      expect(answer.json()).toMatchObject({ question: `Question ${index}`, chatId: `burst-${index}` });
    }
    const stored = await app.infrastructure.db
      .selectFrom('chat_message')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('chatId', 'like', 'burst-%')
      .where('status', '=', 'done')
      .executeTakeFirstOrThrow();
    expect(Number(stored.count)).toBe(128);
  });
});
