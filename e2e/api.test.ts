import type { FlowDetail } from '@tendril/contract/api/flows';
import { FlowiseClient } from 'flowise-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { type LocalServer, startServer } from './local-server.ts';

let server: LocalServer;
let client: ApiClient;
let flow: FlowDetail;
let apiKey: string;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  apiKey = (await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Test' })).apiKey;
});

afterAll(() => server?.remove());

const ask = (body: string, id = flow.id, key: string | undefined = apiKey) =>
  fetch(`${server.url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body,
  });

/** A question that the starter suggests. */
function suggestedQuestion(): string {
  const prompts = flow.chatbotConfig.starterPrompts as Record<string, { prompt: string }>;
  return prompts['0']?.prompt ?? '';
}

describe('the prediction API', () => {
  it('PRODUCT-04: answers the starter flow with a key, by the path of the product and by /api/v1', async () => {
    const question = suggestedQuestion();
    expect(question).not.toBe('');
    const answer = await (await ask(JSON.stringify({ question }))).json();
    expect(answer).toMatchObject({ question, isStreamValid: true });
    expect(answer.text.length).toBeGreaterThan(20);
    expect(answer.sourceDocuments.length).toBeGreaterThan(0);
    const own = await client.call<{ text: string }>('POST', `prediction/${flow.id}`, { question });
    expect(own.text).toBe(answer.text);
  });

  it('gives the public flowise-sdk, unmodified, the same text streaming and not', async () => {
    const sdk = new FlowiseClient({ baseUrl: server.url, apiKey });
    const question = suggestedQuestion();
    const whole = await sdk.createPrediction({ chatflowId: flow.id, question, streaming: false });
    let streamed = '';
    let tokens = 0;
    for await (const event of await sdk.createPrediction({
      chatflowId: flow.id,
      question,
      streaming: true,
    })) {
      if (event.event !== 'token') continue;
      tokens += 1;
      streamed += event.data;
    }
    expect(tokens).toBeGreaterThan(3);
    expect(streamed).toBe((whole as unknown as { text: string }).text);
  });

  it.each([
    ['a malformed body', () => ask('{"question": '), 400, 'INVALID_INPUT'],
    ['a question that is no text', () => ask('{"question": {"$ne": null}}'), 400, 'INVALID_INPUT'],
    [
      'a chat id that is an object',
      () => ask('{"question":"x","chatId":{"$ne":null}}'),
      400,
      'INVALID_INPUT',
    ],
    ['an unknown flow', () => ask('{"question":"x"}', 'no-such-flow'), 404, 'NOT_FOUND'],
    ['a missing key', () => ask('{"question":"x"}', undefined, ''), 401, 'UNAUTHORIZED'],
    ['a wrong key', () => ask('{"question":"x"}', undefined, 'tk_wrong'), 401, 'UNAUTHORIZED'],
    ['a 40 MB body', () => ask(JSON.stringify({ question: 'x'.repeat(40 * 1024 * 1024) })), 413, 'TOO_LARGE'],
    [
      'a question of 2 MB',
      () => ask(JSON.stringify({ question: 'x'.repeat(2 * 1024 * 1024) })),
      400,
      'INVALID_INPUT',
    ],
    [
      'a 5,000-deep body',
      () => ask(`{"question":"x","overrideConfig":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`),
      400,
      'INVALID_INPUT',
    ],
    [
      'a body with a forbidden key',
      () => ask('{"question":"x","__proto__":{"isAdmin":true}}'),
      400,
      'INVALID_INPUT',
    ],
  ])('refuses %s with a clear message', async (_name, send, status, code) => {
    const response = await send();
    const body = await response.json();
    expect({ status: response.status, code: body.code }).toEqual({ status, code });
    expect(body.message).toEqual(expect.any(String));
    expect(body).toMatchObject({ statusCode: status, success: false });
  });

  it('keeps an API run open to inspection: each node with its input, output and exact prompt, after a restart too', async () => {
    const answer = await (await ask(JSON.stringify({ question: suggestedQuestion() }))).json();
    await server.stop();
    server = await startServer({ home: server.home });
    client = await new ApiClient(server.url).signIn();
    const trace = await client.call<{
      run: { source: string; status: string };
      events: { type: string; kind?: string; input?: { messages?: unknown[] } }[];
    }>('GET', `runs/${answer.runId}`);
    expect(trace.run).toMatchObject({ source: 'api', status: 'done' });
    const prompts = trace.events.filter((event) => event.type === 'step-start' && event.kind === 'model');
    expect(prompts.at(-1)?.input?.messages?.length).toBeGreaterThan(0);
    expect(trace.events.filter((event) => event.type === 'node-end').length).toBeGreaterThanOrEqual(4);
  });
});
