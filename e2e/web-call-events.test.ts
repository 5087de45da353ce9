import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { agentEdge, agentNode } from '../packages/server/src/testing/agent-flow-fixtures.ts';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { callerMicrophone } from './caller-sound.ts';
import { type CallingShop, openCallingShop } from './calling-shop.ts';
import { type LocalServer, startServer } from './local-server.ts';

// A closed set of sentences proves the way of the sound, whatever the machine is busy with.
const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = please stop now | tell me about the bread ;
`;
const microphone = callerMicrophone([6000, 'tell me about the bread', 500]);
const browser = testBrowser([...microphone.switches, '--autoplay-policy=no-user-gesture-required']);
/** Local speech is loaded once a call needs it. */
const patienceMs = 90_000;
let server: LocalServer;
let client: ApiClient;
let folder: string;
let shop: CallingShop;
/** A program that answers calls. */
let program: WebSocketServer;
let programHost: string;

const portOf = (listening: { address(): unknown }) => (listening.address() as AddressInfo).port;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tendril-grammar-'));
  const path = join(folder, 'caller.gram');
  await writeFile(path, grammar);
  program = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => program.once('listening', resolve));
  programHost = `127.0.0.1:${portOf(program)}`;
  server = await startServer({
    patienceMs: 240_000,
    environment: { EGRESS_ALLOW: programHost, LOCAL_SPEECH_GRAMMAR: path },
  });
  client = await new ApiClient(server.url).registerOwner();
  shop = await openCallingShop(server, client);
});
afterAll(async () => {
  await server?.remove();
  program?.close();
  shop?.close();
  microphone.remove();
  await rm(folder, { recursive: true, force: true });
});

/** An event as the page's listener was given it; of sound, how many samples. */
interface Emitted {
  name: string;
  given: unknown[];
}

const names = [
  'call_started',
  'call_ready',
  'call_ended',
  'agent_start_talking',
  'agent_stop_talking',
  'update',
  'metadata',
  'node_transition',
  'audio',
  'error',
] as const;

/** Calls an agent from a page of another site, and writes down everything that its script emits. */
async function callFrom(accessToken: string, options: object = {}) {
  const page = await browser.visit(shop.url, { session: 'own' });
  await page.goto(shop.url);
  await page.waitForFunction(() => 'call' in globalThis);
  await page.evaluate(
    async ([startOptions, all]) => {
      const { call } = globalThis as unknown as {
        call: {
          on(name: string, listener: (...given: unknown[]) => void): void;
          startCall(given: object): Promise<void>;
        };
      };
      const emitted: { name: string; given: unknown[] }[] = [];
      Object.assign(globalThis, { emitted });
      for (const name of all)
        call.on(name, (...given) =>
          emitted.push({
            name,
            given: given.map((one) => (one instanceof Float32Array ? one.length : structuredClone(one))),
          }),
        );
      await call.startCall(startOptions);
    },
    [{ accessToken, ...options }, names] as const,
  );
  const emitted = () => page.evaluate(() => (globalThis as unknown as { emitted: Emitted[] }).emitted);
  return {
    page,
    emitted,
    given: async (name: (typeof names)[number]) =>
      (await emitted()).filter((one) => one.name === name).map(({ given }) => given),
  };
}

it('a page is told of everything in a call that a pipeline answers, by the names and in the shapes of the other client', async () => {
  const [hello, order] = ['directReplyAgentflow_0', 'directReplyAgentflow_1'] as const;
  const flowData = {
    nodes: [
      agentNode('startAgentflow_0', { startInputType: 'chatInput' }),
      agentNode('conditionAgentflow_0', {
        conditions: [
          {
            type: 'string',
            value1: '{{ question }}',
            operation: 'contains',
            value2: 'The call has just begun',
          },
        ],
      }),
      agentNode(hello, { directReplyMessage: 'Good morning, this is the bakery.' }),
      agentNode(order, { directReplyMessage: 'The bread is ready on Monday.' }),
    ],
    edges: [
      agentEdge('startAgentflow_0', 'conditionAgentflow_0'),
      agentEdge('conditionAgentflow_0', hello, '0'),
      agentEdge('conditionAgentflow_0', order, '1'),
    ],
  };
  const flow = await client.call<FlowDetail>('POST', 'flows', { name: 'Bread', type: 'AGENTFLOW', flowData });
  await client.send('POST', `flows/${flow.id}/publish`, {}, { 'if-match': String(flow.draftRevision) });
  const { data: agent } = await client.call<{ data: { id: string } }>('POST', agentsPrefix, {
    agentName: 'Bakery',
    beginMessageDelayMs: 0,
  });
  const brain = { type: 'flow', flowId: flow.id, versionId: null };
  await client.call('PUT', `${agentsPrefix}/${agent.id}/settings`, { brain });
  const made = await shop.retell.call.createWebCall({ agent_id: agent.id });
  const { page, emitted, given } = await callFrom(made.access_token, { emitRawAudioSamples: true });
  await expect.poll(() => given('node_transition'), { timeout: patienceMs }).toHaveLength(1);
  const spoken = async () => JSON.stringify((await given('update')).at(-1));
  await expect.poll(spoken, { timeout: patienceMs }).toContain('The bread is ready on Monday.');
  await expect
    .poll(async () => (await given('agent_stop_talking')).length, { timeout: patienceMs })
    .toBeGreaterThan(1);

  expect(await given('node_transition')).toEqual([
    [
      {
        event_type: 'node_transition',
        former_node_id: hello,
        former_node_name: `The ${hello}`,
        new_node_id: order,
        new_node_name: `The ${order}`,
        transition_type: 'normal',
      },
    ],
  ]);
  const all = await emitted();
  expect(all.filter(({ name }) => name.startsWith('call_')).map(({ name }) => name)).toEqual([
    'call_started',
    'call_ready',
  ]);
  expect(all.slice(0, 1)).toEqual([{ name: 'call_started', given: [] }]);
  for (const [update] of await given('update')) {
    expect(update).toEqual({ event_type: 'update', transcript: expect.any(Array) });
    for (const turn of (update as { transcript: unknown[] }).transcript)
      expect(turn).toEqual({
        role: expect.stringMatching(/^(agent|user)$/),
        content: expect.stringMatching(/\S/),
      });
  }
  expect((await given('update')).at(-1)?.[0]).toMatchObject({
    transcript: [
      { role: 'agent', content: 'Good morning, this is the bakery.' },
      { role: 'user', content: 'tell me about the bread' },
      { role: 'agent', content: 'The bread is ready on Monday.' },
    ],
  });
  const talks = all.filter(({ name }) => name.startsWith('agent_'));
  expect(talks.map(({ name, given: what }) => [name, what])).toEqual(
    talks.map((_, at) => [at % 2 === 0 ? 'agent_start_talking' : 'agent_stop_talking', []]),
  );
  const samples = (await given('audio')).reduce((sum, [length]) => sum + Number(length), 0);
  expect(samples).toBeGreaterThan(16_000);
  expect(await given('error')).toEqual([]);
  await page.evaluate(() => (globalThis as unknown as { call: { stopCall(): void } }).call.stopCall());
  expect((await emitted()).at(-1)).toEqual({ name: 'call_ended', given: [] });
  expect(await given('call_ended')).toHaveLength(1);
}, 180_000);

it('what a program sends to the page arrives there, and no sound where none was asked for; its end is an error', async () => {
  program.once('connection', (socket) => {
    socket.send(JSON.stringify({ response_type: 'metadata', metadata: { order: { id: 7 } } }));
    socket.send(
      JSON.stringify({
        response_type: 'response',
        response_id: 0,
        content: 'Good morning.',
        content_complete: true,
      }),
    );
  });
  const agent = await shop.retell.agent.create({
    response_engine: { type: 'custom-llm', llm_websocket_url: `ws://${programHost}/answers` },
    voice_id: '11labs-Adrian',
  });
  const made = await shop.retell.call.createWebCall({ agent_id: agent.agent_id });
  const { given } = await callFrom(made.access_token);
  await expect
    .poll(() => given('metadata'), { timeout: patienceMs })
    .toEqual([[{ event_type: 'metadata', metadata: { order: { id: 7 } } }]]);
  await expect.poll(() => given('agent_stop_talking'), { timeout: patienceMs }).toHaveLength(1);
  expect(await given('audio')).toEqual([]);
  for (const socket of program.clients) socket.send('{');
  await expect.poll(() => given('call_ended'), { timeout: patienceMs }).toEqual([[]]);
  expect(await given('error')).toEqual([[expect.stringMatching(/\S/)]]);
}, 180_000);
