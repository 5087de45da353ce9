import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatMessage } from '@tendril/contract/api/chat-messages';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { LoggedEvent } from '@tendril/contract/run-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';

const at = { x: 0, y: 0 };
const steps = 5;
const chats = 8;

/** Counts the effects of steps by question and step; each takes a while. */
class Effects {
  readonly counts = new Map<string, number>();
  readonly #server: Server;

  constructor(takesMs: number) {
    this.#server = createServer((request, response) => {
      const key = decodeURIComponent((request.url ?? '').slice(1));
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
      setTimeout(() => response.end('done'), takesMs);
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let effects: Effects;
let server: LocalServer;
let client: ApiClient;
const environment = () => ({ EGRESS_ALLOW: `127.0.0.1:${effects.port}` });

beforeAll(async () => {
  effects = new Effects(60);
  await effects.listen();
  server = await startServer({ environment: environment() });
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(async () => {
  await server?.remove();
  effects?.close();
});

/** A pipeline whose steps each have an effect elsewhere. */
async function makePipeline(): Promise<string> {
  const flow = new FlowBuilder(await readTemplates(client));
  const start = flow.add('seqStart', at);
  flow.connect(flow.add('demoModel', at), start, 'model');
  let last = start;
  for (let step = 0; step < steps; step += 1) {
    const key = `$flow.input + ' ${step}'`;
    const node = flow.add('seqLLMNode', at, {
      llmNodeName: `Step ${step}`,
      [`selectedUpdateStateMemoryTab_seqLLMNode_${step}`]: 'updateStateMemoryCode',
      updateStateMemoryCode: `await fetch('http://127.0.0.1:${effects.port}/' + encodeURIComponent(${key})); return {};`,
    });
    flow.connect(last, node, 'sequentialNode');
    last = node;
  }
  const flowData = flow.connect(last, flow.add('seqEnd', at), 'sequentialNode').build();
  const stored = { name: 'Effects', type: 'MULTIAGENT', flowData };
  return (await client.call<FlowDetail>('POST', 'flows', stored)).id;
}

/** The same as an agent flow. */
async function makeAgentFlow(): Promise<string> {
  const node = (id: string, inputs: object) => ({
    id,
    type: 'agentFlow',
    position: at,
    data: { id, name: id.slice(0, id.lastIndexOf('_')), label: id, inputs },
  });
  const ids = Array.from({ length: steps }, (_, step) => `httpAgentflow_${step}`);
  const all = ['startAgentflow_0', ...ids];
  const flowData = {
    nodes: [
      node('startAgentflow_0', { startInputType: 'chatInput' }),
      ...ids.map((id, step) =>
        node(id, { method: 'GET', url: `http://127.0.0.1:${effects.port}/{{ question }}%20${step}` }),
      ),
    ],
    edges: ids.map((target, index) => {
      const source = all[index] ?? '';
      const sourceHandle = `${source}-output-${source.slice(0, source.lastIndexOf('_'))}`;
      return { source, target, sourceHandle, targetHandle: target, type: 'agentFlow' };
    }),
  };
  const stored = { name: 'Effects', type: 'AGENTFLOW', flowData };
  return (await client.call<FlowDetail>('POST', 'flows', stored)).id;
}

/** An agent flow whose only work is to ask that one. */
async function makeAskingFlow(innerId: string): Promise<string> {
  const node = (id: string, inputs: object) => ({
    id,
    type: 'agentFlow',
    position: at,
    data: { id, name: id.slice(0, id.lastIndexOf('_')), label: id, inputs },
  });
  const flowData = {
    nodes: [
      node('startAgentflow_0', { startInputType: 'chatInput' }),
      node('executeFlowAgentflow_0', {
        executeFlowSelectedFlow: innerId,
        executeFlowInput: '{{ question }}',
        executeFlowReturnResponseAs: 'userMessage',
      }),
    ],
    edges: [
      {
        source: 'startAgentflow_0',
        target: 'executeFlowAgentflow_0',
        sourceHandle: 'startAgentflow_0-output-startAgentflow',
        targetHandle: 'executeFlowAgentflow_0',
        type: 'agentFlow',
      },
    ],
  };
  return (await client.call<FlowDetail>('POST', 'flows', { name: 'Asks', type: 'AGENTFLOW', flowData })).id;
}

const restart = async () => {
  await server.stop('SIGKILL');
  server = await startServer({ home: server.home, environment: environment() });
  client = await new ApiClient(server.url).signIn();
};

interface Stored {
  id: string;
  status: string;
  question: string;
}

const runsOf = async (flowId: string) =>
  (await client.call<{ data: Stored[] }>('GET', `flows/${flowId}/runs?limit=100`)).data;

it.each([
  ['a sequential pipeline', makePipeline, 'seqLLMNode'],
  ['an agent flow', makeAgentFlow, 'httpAgentflow'],
])(
  'repeats no completed step of %s and loses no run over kill -9 at random points',
  {
    timeout: 180_000,
  },
  async (_name, make, stepName) => {
    effects.counts.clear();
    const flowId = await make();
    const asked = Array.from({ length: chats }, (_, chat) => `question-${chat}`);
    for (const [chat, question] of asked.entries())
      void client
        .send('POST', `internal-prediction/${flowId}`, { question, chatId: `chat-${chat}` })
        .catch(() => undefined);
    await expect.poll(() => effects.counts.size).toBeGreaterThan(0);
    const kills = 4;
    for (let kill = 0; kill < kills; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 150));
      await restart();
    }
    const accepted = await runsOf(flowId);
    expect(accepted.length).toBeGreaterThan(0);
    await expect
      .poll(async () => (await runsOf(flowId)).map(({ status }) => status), { timeout: 30_000 })
      .toEqual(accepted.map(() => 'done'));

    const messages = await client.call<ChatMessage[]>('GET', `internal-chatmessage/${flowId}?limit=500`);
    for (const { id, question } of accepted) {
      const { events } = await client.call<{ events: LoggedEvent[] }>('GET', `runs/${id}`);
      for (let step = 0; step < steps; step += 1) {
        const nodeId = `${stepName}_${step}`;
        const ends = events.filter((event) => event.type === 'node-end' && event.nodeId === nodeId);
        expect(ends, `${question}, step ${step}`).toHaveLength(1);
        // Only a step in flight may have had its effect again, once for each time that the server was killed.
        const starts = events.filter((event) => event.type === 'node-start' && event.nodeId === nodeId);
        const count = effects.counts.get(`${question} ${step}`) ?? 0;
        expect(count).toBeGreaterThanOrEqual(1);
        expect(count, `${question}, step ${step}`).toBeLessThanOrEqual(Math.max(starts.length, 1) + kills);
      }
      const total = Array.from(
        { length: steps },
        (_, step) => effects.counts.get(`${question} ${step}`) ?? 0,
      );
      // A run is in one step at a time: each kill repeats one step at most.
      expect(total.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(steps + kills);
      const own = messages.filter((message) => message.runId === id);
      expect(own.map(({ role, status }) => [role, status])).toEqual([
        ['userMessage', 'complete'],
        ['apiMessage', 'complete'],
      ]);
      expect(events.filter(({ type }) => type === 'run-end')).toHaveLength(1);
    }
  },
);

it('goes on with the run of another flow that a step has asked for, and repeats none of its completed steps', {
  timeout: 180_000,
}, async () => {
  effects.counts.clear();
  const innerId = await makeAgentFlow();
  const outerId = await makeAskingFlow(innerId);
  const asked = ['one', 'two', 'three'];
  for (const question of asked)
    void client
      .send('POST', `internal-prediction/${outerId}`, { question, chatId: question })
      .catch(() => undefined);
  await expect.poll(() => effects.counts.size).toBeGreaterThan(2);
  const kills = 3;
  for (let kill = 0; kill < kills; kill += 1) {
    // Far enough into the next step that something has been completed since the last time.
    const before = effects.counts.size;
    await restart();
    await expect
      .poll(() => effects.counts.size, { timeout: 20_000 })
      .toBeGreaterThan(Math.min(before, asked.length * steps - 1));
  }
  await expect
    .poll(async () => (await runsOf(outerId)).map(({ status }) => status), { timeout: 30_000 })
    .toEqual(asked.map(() => 'done'));
  const inner = await runsOf(innerId);
  expect(inner.map(({ question, status }) => `${question} ${status}`).toSorted()).toEqual([
    'one done',
    'three done',
    'two done',
  ]);
  for (const { id, question } of inner) {
    const { events } = await client.call<{ events: LoggedEvent[] }>('GET', `runs/${id}`);
    const ends = events.flatMap((event) =>
      event.type === 'node-end' && event.nodeId.startsWith('http') ? [event.nodeId] : [],
    );
    expect(ends.toSorted()).toEqual(Array.from({ length: steps }, (_, step) => `httpAgentflow_${step}`));
    const counts = Array.from({ length: steps }, (_, step) => effects.counts.get(`${question} ${step}`) ?? 0);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    // A run is in one step at a time: each kill repeats one step at most.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(steps + kills);
  }
});
