import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { ApiClient } from '../e2e/api-client.ts';
import { readTemplates } from '../e2e/chat-flow.ts';
import { startAskedFlow } from './asked-flow.ts';
import { startModelServer } from './processes.ts';
import { makeChatFlow, middle } from './server-figures.ts';
import { atMost, type Row } from './table.ts';

const at = { x: 0, y: 0 };
const rounds = 5;
const roundMs = 1500;
const branches = 10_000;
const tokens = 1_000_000;

type FindTemplate = (name: string) => NodeTemplate;

/** A model whose answer is very long; it waits for its reader. */
async function startFloodingModel() {
  const frame = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"word "},"finish_reason":null}]}\n\n`;
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const closed = new Promise((resolve) => response.once('close', resolve));
    for (let sent = 0; sent < tokens && !response.destroyed; sent += 100)
      if (!response.write(frame.repeat(100)))
        await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function runningCode(find: FindTemplate, code: string): FlowData {
  const flow = new FlowBuilder(find);
  const start = flow.add('startAgentflow', at, { startInputType: 'chatInput' });
  const step = { customFunctionJavascriptFunction: code };
  return flow.lead(start, flow.add('customFunctionAgentflow', at, step)).build();
}

function wideFlow(find: FindTemplate): FlowData {
  const flow = new FlowBuilder(find);
  const start = flow.add('startAgentflow', at, { startInputType: 'chatInput' });
  const { nodes, edges } = flow.lead(start, flow.add('directReplyAgentflow', at)).build();
  const [first, reply] = nodes;
  const [edge] = edges;
  if (!first || !reply || !edge) throw new Error('A flow of two nodes.');
  const ids = Array.from({ length: branches }, (_, branch) => `directReplyAgentflow_${branch}`);
  const inputs = { directReplyMessage: 'Done.' };
  return {
    nodes: [
      first,
      ...ids.map((id) => ({ ...reply, id, data: { id, name: reply.data.name, label: id, inputs } })),
    ],
    edges: ids.map((id) => ({ ...edge, id: `to-${id}`, target: id, targetHandle: id })),
  } as FlowData;
}

/** What floods the server, by name: flows that are asked again and again. */
async function makeFloods(client: ApiClient, modelPort: number): Promise<[string, string][]> {
  const find = await readTemplates(client);
  const make = async (name: string, flowData: FlowData) =>
    (await client.call<FlowDetail>('POST', 'flows', { name, type: 'AGENTFLOW', flowData })).id;
  return [
    ['code that never ends', await make('Loop', runningCode(find, 'for (;;) {}'))],
    ['code with a huge result', await make('Result', runningCode(find, "return 'x'.repeat(60_000_000);"))],
    [
      'code that takes memory',
      await make('Memory', runningCode(find, 'const all = []; for (;;) all.push(new Array(1e6).fill(1));')),
    ],
    [`an answer of ${tokens} tokens`, await makeChatFlow(client, modelPort)],
    [`${branches} branches`, await make('Wide', wideFlow(find))],
  ];
}

/** Asks a flow again and again until it is stopped. */
function flood(client: ApiClient, flowId: string): () => Promise<void> {
  const stopped = new AbortController();
  const again = async () => {
    while (!stopped.signal.aborted) {
      const body = { question: 'Flood', streaming: true };
      const answer = client.send('POST', `internal-prediction/${flowId}`, body, {}, stopped.signal);
      await answer.then((response) => response.text()).catch(() => wait(50));
    }
  };
  const callers = [again(), again()];
  return async () => {
    stopped.abort();
    await Promise.all(callers);
  };
}

/** By how much the chat of one person becomes slower while another flow floods the server, measured in turns. */
export async function measureFloods(): Promise<Row[]> {
  const [model, flooding] = [await startModelServer(0), await startFloodingModel()];
  const environment = { EGRESS_ALLOW: `127.0.0.1:${model.port},127.0.0.1:${flooding.port}` };
  const asked = await startAskedFlow((client) => makeChatFlow(client, model.port), { environment });
  const rows: Row[] = [];
  try {
    await asked.ask(4, roundMs * 2);
    for (const [name, flowId] of await makeFloods(asked.client, flooding.port)) {
      const shares: { p50: number; p95: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const calm = await asked.ask(1, roundMs);
        const stop = flood(asked.client, flowId);
        await wait(200);
        const busy = await asked.ask(1, roundMs);
        await stop();
        shares.push({ p50: busy.p50 / calm.p50, p95: busy.p95 / calm.p95 });
      }
      rows.push(
        atMost(`chat beside ${name}, as a share of alone`, middle(shares.map(({ p50 }) => p50)), '', 1.1),
        { name: `chat beside ${name}, p95`, value: middle(shares.map(({ p95 }) => p95)), unit: '' },
      );
    }
    return rows;
  } finally {
    await asked.server.remove();
    model.stop();
    flooding.stop();
  }
}
