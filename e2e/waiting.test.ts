import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { type AskedAnswer, makeAskingFlow } from './asking-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';

let server: LocalServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server?.remove());

it('a run that waits for a person is still there after kill -9, and goes on with the decision', async () => {
  const client = await new ApiClient(server.url).registerOwner();
  const id = await makeAskingFlow(client);
  const ask = (by: ApiClient, body: object) =>
    by.call<AskedAnswer>('POST', `prediction/${id}`, { chatId: 'c', ...body });
  const asked = await ask(client, { question: 'What is 6 * 7?' });
  expect(asked.action?.mapping.approve).toBe('Yes');
  await server.stop('SIGKILL');

  server = await startServer({ home: server.home });
  const again = await new ApiClient(server.url).signIn();
  const status = async () =>
    (await again.call<{ run: { status: string } }>('GET', `runs/${asked.runId}`)).run.status;
  expect(await status()).toBe('waiting');
  const answer = await ask(again, { question: 'Yes', action: asked.action });
  expect(answer.text).toContain('42');
  expect(answer.usedTools?.map((used) => used.tool)).toEqual(['calculator']);
  expect(await status()).toBe('done');
  const late = await again.send('POST', `prediction/${id}`, {
    chatId: 'c',
    question: 'Yes',
    action: asked.action,
  });
  expect(late.status).toBe(409);
});
