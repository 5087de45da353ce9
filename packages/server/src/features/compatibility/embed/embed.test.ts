import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const shop = 'https://shop.example';

describe('what embedded chats ask for', () => {
  let app: TestApp;
  let user: TestUser;
  let vendor: Server;
  let vendorUrl: string;
  let flowId: string;

  beforeAll(async () => {
    vendor = createServer((request, response) => {
      if (request.headers.authorization !== 'Bearer sk-openai') return response.writeHead(401).end();
      if (request.url?.startsWith('/files?'))
        return response.end(
          JSON.stringify({
            data: [
              { id: 'file-1', filename: '/mnt/data/tides.csv' },
              { id: 'file-2', filename: 'payroll.csv' },
            ],
          }),
        );
      return response.end(request.url === '/files/file-1/content' ? 'a,b' : '');
    });
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
    const { port } = vendor.address() as AddressInfo;
    vendorUrl = `http://127.0.0.1:${port}`;
    app = await createTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } });
    user = await app.signIn();
    flowId = await makeFlow(user, await talkingFlow(user));
    await change(flowId, { isPublic: true });
  });
  afterAll(async () => {
    await app.close();
    vendor.close();
  });

  const change = (id: string, payload: object) =>
    user.inject({ method: 'PATCH', url: `${studio}/flows/${id}/settings`, payload });
  const preflight = (url: string, method = 'POST', origin = shop) =>
    app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    });

  it('the icon of a node is a picture that nothing runs in', async () => {
    const icon = await app.inject({ url: '/api/v1/node-icon/chatOpenAI' });
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    expect(icon.body).toMatch(/^<svg xmlns[^<]*<(path|ellipse|circle) /);
    expect(icon.body).not.toMatch(/<script|<foreignObject|\bon\w+=|href/i);
    for (const name of ['nothing', '..%2f..%2fetc', '__proto__', 'constructor'])
      expect((await app.inject({ url: `/api/v1/node-icon/${name}` })).statusCode).toBe(404);
  });

  it('a file that an assistant has named in the chat comes from its vendor by the key of the flow, and no other', async () => {
    const chat = randomUUID();
    const ask = (chatflowId: string, fileName = 'tides.csv', chatId = chat) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/openai-assistants-file/download',
        payload: { fileName, chatflowId, chatId },
      });
    const nameIn = async (id: string) => {
      const payload = { question: 'Write a file', chatId: chat };
      await app.inject({ method: 'POST', url: `/api/v1/prediction/${flowId}`, payload });
      const fileAnnotations = JSON.stringify([{ filePath: '/mnt/data/tides.csv', fileName: 'tides.csv' }]);
      await app.infrastructure.db
        .updateTable('chat_message')
        .set({ flowId: id, fileAnnotations })
        .where('chatId', '=', chat)
        .execute();
    };
    expect((await ask(flowId)).json().code).toBe('NOT_FOUND');
    await nameIn(flowId);
    const none = await ask(flowId);
    expect([none.statusCode, none.json().message]).toEqual([404, expect.stringContaining('no assistant')]);
    const flow = await talkingFlow(user);
    const [first] = flow.nodes;
    if (!first) throw new Error('no node');
    const assistant = structuredClone(first);
    assistant.id = 'openAIAssistant_0';
    Object.assign(assistant.data, {
      id: 'openAIAssistant_0',
      name: 'openAIAssistant',
      inputs: { basepath: vendorUrl },
    });
    flow.nodes.push(assistant);
    const keyless = await makeFlow(user, flow);
    await change(keyless, { isPublic: true });
    await nameIn(keyless);
    expect((await ask(keyless)).json().code).toBe('CREDENTIAL_MISSING');
    const plainDataObj = { openAIApiKey: 'sk-openai' };
    const payload = {
      ...{ name: 'Key', credentialName: 'openAIApi', plainDataObj },
      hosts: [new URL(vendorUrl).origin],
    };
    const { id } = (await user.inject({ method: 'POST', url: `${studio}/credentials`, payload })).json();
    Object.assign(assistant.data, { credential: id });
    const own = await makeFlow(user, flow);
    await change(own, { isPublic: true });
    expect((await ask(own)).json().code).toBe('NOT_FOUND');
    await nameIn(own);
    const file = await ask(own);
    expect([file.statusCode, file.body, file.headers['content-disposition']]).toEqual([
      200,
      'a,b',
      'attachment',
    ]);
    expect((await ask(own, 'payroll.csv')).statusCode).toBe(404);
    expect((await ask(own, 'tides.csv', randomUUID())).statusCode).toBe(404);
  });

  it('AUTH-13: every route of theirs lets pages of other sites in, without a session', async () => {
    for (const [method, url] of [
      ['POST', `/api/v1/prediction/${flowId}`],
      ['POST', `/api/v1/feedback/${flowId}`],
      ['PUT', '/api/v1/feedback/9d1c5f3a-rating'],
      ['POST', '/api/v1/leads/'],
      ['POST', `/api/v1/attachments/${flowId}/chat`],
      ['POST', `/api/v1/vector/upsert/${flowId}`],
      ['POST', '/api/v1/openai-assistants-file/download'],
      ['POST', '/api/v1/text-to-speech/generate'],
      ['POST', '/api/v1/text-to-speech/abort'],
      ['PUT', `/api/v1/chatmessage/abort/${flowId}/chat`],
    ] as const) {
      const { headers, statusCode } = await preflight(url, method);
      expect([url, statusCode, headers['access-control-allow-origin']]).toEqual([url, 204, shop]);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const lead = {
      method: 'POST' as const,
      url: '/api/v1/leads/',
      payload: { chatflowid: flowId, name: 'Ann' },
    };
    expect((await app.inject(lead)).json()).toMatchObject({ chatflowid: flowId, name: 'Ann' });
  });

  it('ATK-122: a page that the flow does not list may read that it is refused, and nothing else', async () => {
    const listed = await makeFlow(user, await talkingFlow(user));
    const chatbotConfig = { allowedOrigins: [shop], allowedOriginsError: 'Not on this site.' };
    await change(listed, { isPublic: true, chatbotConfig });
    const evil = 'https://evil.example';
    const ask = (origin: string, headers = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/prediction/${listed}`,
        payload: { question: 'Hello', streaming: true },
        headers: { origin, ...headers },
      });
    const refused = await ask(evil);
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'Not on this site.']);
    expect(refused.headers['access-control-allow-origin']).toBe(evil);
    expect(refused.headers['access-control-allow-credentials']).toBeUndefined();
    const streaming = await ask(evil, { accept: 'text/event-stream' });
    expect([streaming.statusCode, streaming.body]).toEqual([403, 'Not on this site.']);
    const signedIn = await user.inject({
      method: 'POST',
      url: `/api/v1/prediction/${listed}`,
      payload: { question: 'Hello' },
      headers: { origin: evil },
    });
    expect(signedIn.headers['access-control-allow-origin']).toBeUndefined();
    for (const url of [`/api/v1/public-chatbotConfig/${listed}`, `/api/v1/chatflows-streaming/${listed}`]) {
      const answer = await app.inject({ url, headers: { origin: evil } });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    const spoken = await app.inject({
      method: 'POST',
      url: '/api/v1/text-to-speech/generate',
      payload: { chatflowId: listed, chatId: 'c', chatMessageId: 'm', text: 'a' },
      headers: { origin: evil },
    });
    expect([spoken.statusCode, spoken.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    expect((await ask(shop)).headers['access-control-allow-origin']).toBe(shop);
  });
});
