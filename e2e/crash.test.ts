import type { ChatMessage } from '@tendril/contract/api/chat-messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { makeModelFlow } from './model-flow.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';

let model: SlowModel;
let server: LocalServer;
const environment = () => ({ EGRESS_ALLOW: `127.0.0.1:${model.port}` });

beforeAll(async () => {
  model = await startSlowModel(400, 20);
  server = await startServer({ environment: environment() });
});

afterAll(async () => {
  await server?.remove();
  await model?.close();
});

/** Reads a stream until it breaks; answers the text that arrived. */
async function readUntilCut(client: ApiClient, flowId: string, chat: number): Promise<string> {
  const response = await client.send('POST', `internal-prediction/${flowId}`, {
    question: `question ${chat}`,
    chatId: `chat-${chat}`,
    streaming: true,
  });
  let text = '';
  try {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString();
  } catch {
    return text;
  }
  return text;
}

interface StoredRun {
  id: string;
  status: string;
  chatId: string;
}

const runsOf = async (client: ApiClient, flowId: string) =>
  (await client.call<{ data: StoredRun[] }>('GET', `flows/${flowId}/runs?limit=100`)).data;

it('goes on with 16 streaming chats after kill -9: each has one question and one whole answer', async () => {
  const client = await new ApiClient(server.url).registerOwner();
  const flowId = await makeModelFlow(client, model.port);
  const chats = Array.from({ length: 16 }, (_, index) => readUntilCut(client, flowId, index));
  await expect.poll(() => model.open(), { timeout: 20_000 }).toBe(16);
  await server.stop('SIGKILL');
  await Promise.all(chats);

  server = await startServer({ home: server.home, environment: environment() });
  const again = await new ApiClient(server.url).signIn();
  // They are under way again within 10 s of the restart, and can be followed.
  await expect.poll(() => model.open(), { timeout: 10_000 }).toBe(16);
  const [first] = await runsOf(again, flowId);
  const followed = await (await again.send('GET', `runs/${first?.id}/events`)).text();
  expect(followed).toContain('"type":"run-resume","attempt":1');
  expect(followed).toContain('"type":"run-end","status":"done"');
  await expect
    .poll(async () => new Set((await runsOf(again, flowId)).map(({ status }) => status)), { timeout: 30_000 })
    .toEqual(new Set(['done']));
  const messages = await again.call<ChatMessage[]>('GET', `internal-chatmessage/${flowId}?limit=500`);
  for (let chat = 0; chat < 16; chat += 1) {
    const own = messages.filter((message) => message.chatId === `chat-${chat}`);
    expect(own.map((message) => message.role)).toEqual(['userMessage', 'apiMessage']);
    expect(own[0]?.content).toBe(`question ${chat}`);
    expect(own[1]?.status).toBe('complete');
    expect(own[1]?.content).toMatch(/^word1 word2 .*word400 $/);
  }
});

it('keeps every accepted question and the partial answers over kill -9 where the flow does not want to go on', async () => {
  const client = await new ApiClient(server.url).signIn();
  const flowId = await makeModelFlow(client, model.port);
  await client.call('PATCH', `flows/${flowId}/settings`, { chatbotConfig: { resumesAfterCrash: false } });
  const chats = Array.from({ length: 16 }, (_, index) => readUntilCut(client, flowId, index));
  await expect.poll(() => model.open(), { timeout: 20_000 }).toBe(16);
  // Longer than the second within which partial text is on disk.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await server.stop('SIGKILL');
  const seen = await Promise.all(chats);
  expect(seen.filter((text) => text.includes('word1 '))).toHaveLength(16);

  server = await startServer({ home: server.home, environment: environment() });
  const again = await new ApiClient(server.url).signIn();
  await expect
    .poll(async () => (await runsOf(again, flowId)).filter(({ status }) => status === 'running'))
    .toEqual([]);
  const messages = await again.call<ChatMessage[]>('GET', `internal-chatmessage/${flowId}?limit=500`);
  for (let chat = 0; chat < 16; chat += 1) {
    const own = messages.filter((message) => message.chatId === `chat-${chat}`);
    expect(own.map((message) => message.role)).toEqual(['userMessage', 'apiMessage']);
    expect(own[0]?.content).toBe(`question ${chat}`);
    expect(own[1]?.status).toBe('interrupted');
    expect(own[1]?.content).toContain('word1 word2 word3 ');
  }

  const runs = await runsOf(again, flowId);
  expect(runs).toHaveLength(16);
  expect(new Set(runs.map((run) => run.status))).toEqual(new Set(['interrupted']));
});

it('sees its model socket closed when the caller of the API leaves, and marks the run cancelled', async () => {
  const client = await new ApiClient(server.url).signIn();
  const flowId = await makeModelFlow(client, model.port);
  const leaving = new AbortController();
  const key = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Leaver' });
  const before = model.cutAt.length;
  const answer = fetch(`${server.url}/api/v1/prediction/${flowId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'hello', streaming: false }),
    signal: leaving.signal,
  }).catch(() => undefined);
  await expect.poll(() => model.open(), { timeout: 10_000 }).toBe(1);
  leaving.abort();
  await answer;
  // The answer would take 8 s: a socket that closes earlier was closed on purpose.
  await expect.poll(() => model.cutAt.length, { timeout: 4000 }).toBe(before + 1);
  await expect
    .poll(
      async () =>
        (await client.call<{ data: { status: string }[] }>('GET', `flows/${flowId}/runs`)).data[0]?.status,
    )
    .toBe('cancelled');
});
