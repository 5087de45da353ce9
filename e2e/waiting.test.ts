import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { type LocalServer, startServer } from './local-server.ts';

let server: LocalServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server?.remove());

interface Answer {
  text: string;
  runId: string;
  action?: { id: string; mapping: { approve: string } };
  usedTools?: { tool: string }[];
}

const at = { x: 0, y: 0 };

/** An agent with a calculator that asks a person before it calculates. */
async function askingFlow(client: ApiClient): Promise<string> {
  const templates = await client.call<NodeTemplate[]>('GET', 'nodes');
  const flow = new FlowBuilder((name) => {
    const found = templates.find((template) => template.name === name);
    if (!found) throw new Error(`No node ${name}`);
    return found;
  });
  const start = flow.add('seqStart', at);
  const agent = flow.add('seqAgent', at, { agentName: 'Counter', interrupt: true });
  flow
    .connect(flow.add('demoModel', at), start, 'model')
    .connect(start, agent, 'sequentialNode')
    .connect(flow.add('calculator', at), agent, 'tools')
    .connect(agent, flow.add('seqEnd', at), 'sequentialNode');
  const stored = { name: 'Asks first', type: 'MULTIAGENT', flowData: flow.build() };
  return (await client.call<{ id: string }>('POST', 'flows', stored)).id;
}

it('a run that waits for a person is still there after kill -9, and goes on with the decision', async () => {
  const client = await new ApiClient(server.url).registerOwner();
  const id = await askingFlow(client);
  const ask = (by: ApiClient, body: object) =>
    by.call<Answer>('POST', `prediction/${id}`, { chatId: 'c', ...body });
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
