import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { csrfHeader } from '@tendril/contract/api/session-cookies';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const canary = 'sk-canary-4242-never-shown';

/** A model server of OpenAI's protocol that says one word and then holds its answer open. */
function startModel(): { server: Server; closed: Promise<void>; asked: Promise<Record<string, unknown>> } {
  const closed = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<Record<string, unknown>>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.resolve({ ...JSON.parse(body), authorization: request.headers.authorization });
    response.on('close', () => closed.resolve());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = {
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  });
  server.listen(0, '127.0.0.1');
  return { server, closed: closed.promise, asked: asked.promise };
}

describe('a call that is dropped', () => {
  let app: TestApp;
  let user: TestUser;
  const model = startModel();

  beforeAll(async () => {
    if (!model.server.listening) await once(model.server, 'listening');
    const { port } = model.server.address() as AddressInfo;
    app = await createTestApp({ config: { egressAllow: [`127.0.0.1:${port}`] } });
    user = await app.signIn();
  });
  afterAll(async () => {
    await app.close();
    model.server.closeAllConnections();
    model.server.close();
  });

  it("reaches the model's socket, and the secret of the model is in no answer", async () => {
    const { port } = model.server.address() as AddressInfo;
    const hosts = [`http://127.0.0.1:${port}`];
    const plainDataObj = { openAIApiKey: canary };
    const secret = { name: 'Key', credentialName: 'openAIApi', plainDataObj, hosts };
    const { id } = (
      await user.inject({ method: 'POST', url: `${studio}/credentials`, payload: secret })
    ).json();
    const flow = new FlowBuilder(await readTemplates(user));
    const chat = flow.add(
      'chatOpenAI',
      { x: 0, y: 0 },
      { basepath: `http://127.0.0.1:${port}/v1`, modelName: 'm' },
    );
    const prompt = flow.add('promptTemplate', { x: 0, y: 300 }, { template: '{question}' });
    const chain = flow.add('llmChain', { x: 500, y: 0 });
    const data = flow.connect(chat, chain, 'model').connect(prompt, chain, 'prompt').build();
    data.nodes[0]!.data.credential = id;
    const flowId = await makeFlow(user, data);
    const base = await app.listen();
    const cookie = Object.entries(user.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const headers = {
      cookie,
      [csrfHeader]: user.cookies['csrf_token'] ?? '',
      'content-type': 'application/json',
    };
    const controller = new AbortController();
    const response = await fetch(`${base}${studio}/prediction/${flowId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ question: 'Hi', chatId: 'dropped', streaming: true }),
      signal: controller.signal,
    });
    const reader = response.body!.getReader();
    let text = '';
    while (!text.includes('"token"')) text += new TextDecoder().decode((await reader.read()).value);
    expect(await model.asked).toMatchObject({ authorization: `Bearer ${canary}` });
    controller.abort();
    await model.closed;
    const messages = async () =>
      (await user.inject({ method: 'GET', url: `${studio}/chatmessage/${flowId}?chatId=dropped` })).json();
    await expect
      .poll(async () => (await messages()).at(-1))
      .toMatchObject({ content: 'Hello', status: 'cancelled' });
    const [{ runId }] = await messages();
    const trace = await user.inject({ method: 'GET', url: `${studio}/runs/${runId}` });
    const seen = await user.inject({ method: 'GET', url: `${studio}/flows/${flowId}` });
    for (const answer of [trace.body, seen.body, text]) expect(answer).not.toContain(canary);
  });
});
