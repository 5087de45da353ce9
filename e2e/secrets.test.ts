import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { makeModelFlow } from './model-flow.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';

const canary = 'CANARY-not-a-real-key';
let model: SlowModel;
let server: LocalServer;

beforeAll(async () => {
  model = await startSlowModel(2, 1);
  server = await startServer({
    environment: { EGRESS_ALLOW: `127.0.0.1:${model.port}`, LOG_LEVEL: 'trace' },
  });
});

afterAll(async () => {
  await server?.remove();
  await model?.close();
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

it('leaves no stored secret and no API key in answers, logs or files, and the key file to its owner alone', async () => {
  const client = await new ApiClient(server.url).registerOwner();
  const flowId = await makeModelFlow(client, model.port);
  const { apiKey } = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Once' });
  const asked = await fetch(`${server.url}/api/v1/prediction/${flowId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{"question":"hello","streaming":true}',
  });
  const answers = [await asked.text()];
  const runs = await client.call<{ data: { id: string }[] }>('GET', `flows/${flowId}/runs`);
  const paths = ['credentials', 'apikey', `flows/${flowId}`, 'chatflows', `chatmessage/${flowId}`];
  for (const path of [...paths, `runs/${runs.data[0]?.id}`]) {
    answers.push(await (await client.send('GET', path)).text());
  }
  expect(answers[0]).toContain('word1');
  for (const text of [...answers, server.log()]) {
    expect(text).not.toContain(canary);
    expect(text).not.toContain(apiKey);
  }

  await server.stop();
  const files = await filesBelow(server.home);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const content = await readFile(file);
    expect([file, content.includes(canary), content.includes(apiKey)]).toEqual([file, false, false]);
  }
  const keyFiles = files.filter((file) => /key/i.test(file) && !file.includes('cache'));
  expect(keyFiles).toHaveLength(1);
  expect((await stat(keyFiles[0] ?? '')).mode & 0o777).toBe(0o600);
});
