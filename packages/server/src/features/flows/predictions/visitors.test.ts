import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PredictionAnswer } from '@tendril/contract/api/predictions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey, signInElsewhere } from '../../../testing/other-workspace.ts';
import { formOf } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const ann = { 'user-agent': 'Ann' };
const bob = { 'user-agent': 'Bob' };
const question = 'What is my name?';

describe.each(databases)('visitors of a public flow on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let elsewhere: KeyHolder;
  let host: Server;
  let hostUrl: string;
  const seen: string[] = [];

  beforeAll(async () => {
    host = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/plain' }).end('from inside');
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    hostUrl = `127.0.0.1:${(host.address() as AddressInfo).port}`;
    app = await createTestApp({ database, config: { egressAllow: [hostUrl] } });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    elsewhere = await makeKey(app);
  });
  afterAll(async () => {
    await app.close();
    host.close();
  });

  const set = async (id: string, payload: object) => {
    const answer = await user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const makeOpen = async (memory: Record<string, unknown> = {}, settings: object = {}) => {
    const id = await makeFlow(user, await talkingFlow(user, memory));
    await set(id, { isPublic: true, ...settings });
    return id;
  };
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/v1/${url}`, payload, headers });
  const ask = async (id: string, payload: object, headers: Record<string, string> = {}) => {
    const answer = await post(`prediction/${id}`, { question, ...payload }, headers);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<PredictionAnswer>();
  };

  describe('and their chats', () => {
    it('a name that can be guessed is another chat for each of them, and his own again for the first', async () => {
      const id = await makeOpen();
      const said = { question: 'My name is Quill.' };
      for (const named of [
        { chatId: 'anna' },
        { sessionId: 'anna' },
        { overrideConfig: { sessionId: 'anna' } },
      ]) {
        expect(await ask(id, { ...said, ...named }, ann)).toMatchObject({
          chatId: 'anna',
          sessionId: 'anna',
        });
        expect((await ask(id, named, bob)).text).not.toContain('Quill');
        expect((await ask(id, named, ann)).text).toContain('Quill');
      }
    });

    it('nobody comes into the chat of a program or a member by its name', async () => {
      const id = await makeOpen({ sessionId: 'fixed-session' });
      const payload = { question: 'My name is Quill.', chatId: 'customer-42' };
      await key.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
      await user.inject({ method: 'POST', url: `${studio}/internal-prediction/${id}`, payload });
      for (const sessionId of ['customer-42', 'fixed-session'])
        for (const asked of [{ sessionId }, { overrideConfig: { sessionId } }])
          expect((await ask(id, asked, ann)).text).not.toContain('Quill');
      const again = await key.inject({
        method: 'POST',
        url: `/api/v1/prediction/${id}`,
        payload: { question, chatId: 'customer-42' },
      });
      expect(again.json().text).toContain('Quill');
    });

    it('the fixed session of a memory is not shared by visitors', async () => {
      const id = await makeOpen({ sessionId: 'fixed-session' });
      const first = await ask(id, { question: 'My name is Quill.' }, ann);
      expect(first.sessionId).toBe(first.chatId);
      expect((await ask(id, {}, bob)).text).not.toContain('Quill');
      expect((await ask(id, { chatId: first.chatId }, ann)).text).toContain('Quill');
    });

    it('goes on wherever its visitor is, under a name that nobody guesses, as widgets make them', async () => {
      const id = await makeOpen();
      for (const chatId of [randomUUID(), `customer-42+${randomUUID()}`]) {
        await ask(id, { question: 'My name is Quill.', chatId }, ann);
        const again = await ask(id, { chatId }, bob);
        expect(again).toMatchObject({ chatId, text: expect.stringContaining('Quill') });
      }
    });

    it('files, ratings, details and the end of an answer are of the same chat', async () => {
      const id = await makeOpen({}, { chatbotConfig: { fullFileUpload: { status: true } } });
      const { payload, headers } = await formOf([{ name: 'diary.txt', content: 'Dear diary' }]);
      const url = `/api/v1/attachments/${id}/anna`;
      const sent = await app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ann } });
      expect(sent.statusCode, sent.body).toBe(200);
      const file = `/api/v1/get-upload-file?chatflowId=${id}&chatId=anna&fileName=diary.txt`;
      expect((await app.inject({ url: file, headers: ann })).body).toBe('Dear diary');
      expect((await app.inject({ url: file, headers: bob })).statusCode).toBe(404);
      const { chatMessageId: messageId } = await ask(id, { chatId: 'anna' }, ann);
      const rating = { chatId: 'anna', messageId, rating: 'THUMBS_UP' };
      expect((await post(`feedback/${id}`, rating, ann)).json()).toMatchObject({ chatId: 'anna' });
      expect((await post(`feedback/${id}`, rating, bob)).statusCode).toBe(404);
      const lead = { chatflowid: id, chatId: 'anna', name: 'Ann' };
      expect((await post('leads', lead, ann)).json()).toMatchObject({ chatId: 'anna', name: 'Ann' });
    });
  });

  it('addresses that they name are not asked for where uploads are off, and never where only the operator opened', async () => {
    const id = await makeOpen();
    const uploads = [{ type: 'url', name: 'a.txt', data: `http://${hostUrl}/secret` }];
    const image = { type: 'image_url', image_url: { url: `http://${hostUrl}/secret` } };
    const content = [{ type: 'text', text: 'Hello' }, image];
    const complete = { model: id, messages: [{ role: 'user', content }] };
    const refuse = async () => {
      for (const answer of [
        await post(`prediction/${id}`, { question: 'Hello', uploads }),
        await elsewhere.inject({
          method: 'POST',
          url: `/api/v1/prediction/${id}`,
          payload: { question: 'Hello', uploads },
        }),
        await app.inject({ method: 'POST', url: '/v1/chat/completions', payload: complete }),
      ])
        expect([answer.statusCode, answer.body.includes('from inside')]).toEqual([
          expect.toSatisfy((status: number) => status === 400 || status === 422),
          false,
        ]);
    };
    await refuse();
    await set(id, { chatbotConfig: { fullFileUpload: { status: true } } });
    await refuse();
    expect(seen).toEqual([]);
    const own = {
      method: 'POST' as const,
      url: `/api/v1/prediction/${id}`,
      payload: { question: 'Hello', uploads },
    };
    expect((await key.inject(own)).statusCode).toBe(200);
    expect(seen).toEqual(['/secret']);
  });

  it('their questions have a limit in a minute also where the flow sets none, and members none', async () => {
    const limited = await createTestApp({ database, config: { visitorAnswersPerMinute: 3 } });
    try {
      const member = await limited.signIn();
      const id = await makeFlow(member, await talkingFlow(member));
      const settings = { method: 'PATCH' as const, url: `${studio}/flows/${id}/settings` };
      await member.inject({ ...settings, payload: { isPublic: true } });
      const asked = { method: 'POST' as const, url: `/api/v1/prediction/${id}`, payload: { question } };
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await limited.inject(asked)).statusCode);
      expect(statuses).toEqual([200, 200, 200, 429]);
      const refused = await limited.inject(asked);
      expect([refused.json().message, Number(refused.headers['retry-after']) > 0]).toEqual([
        'Too many questions at once. Wait a little and ask again.',
        true,
      ]);
      for (let count = 0; count < 4; count += 1) expect((await member.inject(asked)).statusCode).toBe(200);
      const apiConfig = { rateLimit: { limitMax: 100, limitDuration: 60, limitMsg: '' } };
      await member.inject({ ...settings, payload: { apiConfig } });
      expect((await limited.inject(asked)).statusCode).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('a member of another workspace is one of them, and asks by no route of members', async () => {
    const id = await makeOpen({}, { chatbotConfig: { allowedOrigins: ['https://shop.example'] } });
    const session = await signInElsewhere(app, user, elsewhere);
    const asked = (route: string) =>
      session.inject({ method: 'POST', url: `${studio}/${route}/${id}`, payload: { question } });
    expect((await asked('internal-prediction')).statusCode).toBe(404);
    expect((await asked('prediction')).json().code).toBe('ORIGIN_NOT_ALLOWED');
    expect((await asked('vector/internal-upsert')).statusCode).toBe(404);
  });

  it('no route of theirs is open to a page that the flow does not list', async () => {
    const id = await makeOpen({}, { chatbotConfig: { allowedOrigins: ['https://shop.example'] } });
    const chatId = randomUUID();
    const { chatMessageId } = await ask(id, { chatId }, { origin: 'https://shop.example' });
    const rating = { chatId, messageId: chatMessageId, rating: 'THUMBS_UP' };
    const rated = await post(`feedback/${id}`, rating, { origin: 'https://shop.example' });
    expect(rated.statusCode, rated.body).toBe(200);
    const spoken = { chatflowId: id, chatId, chatMessageId, text: 'x' };
    const routes: [method: 'POST' | 'PUT', url: string, payload: object][] = [
      ['POST', `prediction/${id}`, { question }],
      ['POST', `feedback/${id}`, rating],
      ['PUT', `feedback/${rated.json().id}`, { content: 'x' }],
      ['POST', 'leads', { chatflowid: id, name: 'Ann' }],
      ['PUT', `chatmessage/abort/${id}/${chatId}`, {}],
      ['POST', `vector/upsert/${id}`, {}],
      ['POST', 'openai-assistants-file/download', { chatflowId: id, chatId, fileName: 'a' }],
      ['POST', 'text-to-speech/generate', spoken],
      ['POST', 'text-to-speech/abort', spoken],
      ['POST', `mcp/${id}`, { jsonrpc: '2.0', id: 1, method: 'ping' }],
    ];
    for (const [method, url, payload] of routes) {
      const headers = { origin: 'https://evil.example' };
      const answer = await app.inject({ method, url: `/api/v1/${url}`, payload, headers });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'ORIGIN_NOT_ALLOWED']);
    }
  });

  it('a private flow and one that is not there look the same, by every route', async () => {
    const closed = await makeFlow(user, await talkingFlow(user));
    const rewritten = await makeFlow(user, await talkingFlow(user));
    await set(rewritten, {
      chatbotConfig: { postProcessing: { enabled: true, customFunction: 'return "Rewritten"' } },
    });
    for (const [method, route] of [
      ['GET', 'chatflows-streaming/:id'],
      ['GET', 'chatflows-uploads/:id'],
      ['GET', 'public-chatflows/:id'],
      ['GET', 'public-chatbotConfig/:id'],
      ['POST', 'prediction/:id'],
      ['POST', 'feedback/:id'],
      ['POST', 'attachments/:id/chat'],
      ['POST', 'vector/upsert/:id'],
      ['POST', 'mcp/:id'],
      ['PUT', 'chatmessage/abort/:id/chat'],
    ] as const) {
      const look = async (id: string) => {
        const url = `/api/v1/${route.replace(':id', id)}`;
        const payload = { question, chatId: 'c', messageId: 'm', rating: 'THUMBS_UP' };
        const answer = await app.inject({ method, url, ...(method !== 'GET' && { payload }) });
        const { requestId: _requestId, ...body } = answer.json();
        return [answer.statusCode, body];
      };
      const none = await look('no-such-flow');
      for (const id of [closed, rewritten]) expect([route, await look(id)]).toEqual([route, none]);
    }
  });

  it('a private flow that cannot stream answers a client that was promised a stream in one piece', async () => {
    const id = await makeFlow(user, await talkingFlow(user));
    await set(id, {
      chatbotConfig: { postProcessing: { enabled: true, customFunction: 'return "Rewritten"' } },
    });
    const payload = { question, streaming: true };
    const answer = await key.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.body).toContain('data:{"event":"token","data":"Rewritten"}');
    await set(id, { isPublic: true });
    expect((await post(`prediction/${id}`, payload)).json().text).toBe('Rewritten');
  });
});
