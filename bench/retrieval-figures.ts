import type { FlowDetail } from '@tendril/contract/api/flows';
import { publicPrefix } from '@tendril/contract/api/prefixes';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { ApiClient } from '../e2e/api-client.ts';
import { readTemplates } from '../e2e/chat-flow.ts';
import { startServer } from '../e2e/local-server.ts';
import { startPostgres } from '../tools/postgres.ts';
import { makeFilledStore, startEmbeddings } from './knowledge-figures.ts';
import { loadInOwnProcess, startModelServer } from './processes.ts';
import { otherEachTime } from './raw-connection.ts';
import { launchedIn, launchedWith, residentMb, usedMs } from './server-figures.ts';
import { atLeast, atMost, type Row } from './table.ts';

const connections = 16;
const warmMs = 4000;
const roundMs = 8000;
const mostMb = 300;
const sizes = [
  { chunks: 1500, leastPerSecond: 300 },
  { chunks: 15_000, leastPerSecond: 200 },
] as const;

/** A chain that answers from a knowledge base, with a model that takes no time. */
async function makeRetrievalFlow(client: ApiClient, storeId: string, port: number): Promise<string> {
  const credential = await client.call<{ id: string }>('POST', 'credentials', {
    ...{ name: 'Bench', credentialName: 'openAIApi', hosts: [`http://127.0.0.1:${port}`] },
    plainDataObj: { openAIApiKey: 'sk-bench' },
  });
  const flow = new FlowBuilder(await readTemplates(client));
  const values = {
    ...{ credential: credential.id, modelName: 'bench', basepath: `http://127.0.0.1:${port}/v1` },
  };
  const model = flow.add('chatOpenAI', { x: 0, y: 0 }, values);
  const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: storeId });
  const chain = flow.add('conversationalRetrievalQAChain', { x: 400, y: 0 }, { returnSourceDocuments: true });
  flow.connect(store, chain, 'vectorStoreRetriever').connect(model, chain, 'model');
  const body = { name: 'Bench', type: 'CHATFLOW', flowData: flow.build() };
  return (await client.call<FlowDetail>('POST', 'flows', body)).id;
}

interface Vendors {
  embeddings: { host: string; url: string };
  modelPort: number;
}

async function measureSize(
  { chunks, leastPerSecond }: (typeof sizes)[number],
  { embeddings, modelPort }: Vendors,
  databaseUrl?: string,
): Promise<Row[]> {
  const { home, storeId, environment } = await makeFilledStore(chunks, embeddings, databaseUrl);
  const server = await startServer({
    ...{ home, patienceMs: 120_000 },
    nodeOptions: [...launchedWith, ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])],
    environment: { ...launchedIn, ...environment, EGRESS_ALLOW: `${embeddings.host},127.0.0.1:${modelPort}` },
  });
  try {
    const client = await new ApiClient(server.url).signIn();
    const flowId = await makeRetrievalFlow(client, storeId, modelPort);
    const key = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Bench' });
    const headers = { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' };
    const url = `${server.url}${publicPrefix}/prediction/${flowId}`;
    const body = JSON.stringify({ question: `What of ${otherEachTime}?`, streaming: false });
    const asked = { url, headers, body, connections };
    await loadInOwnProcess({ ...asked, durationMs: warmMs });
    const pid = server.process.pid ?? 0;
    const before = await usedMs(pid);
    const figures = await loadInOwnProcess({ ...asked, durationMs: roundMs });
    const serverMs = ((await usedMs(pid)) - before) / ((figures.perSecond * roundMs) / 1000);
    const on = databaseUrl === undefined ? '' : ' on PostgreSQL';
    const name = `retrieval chat flow${on}, ${connections} connections, ${chunks} chunks`;
    return [
      atLeast(name, figures.perSecond, 'requests/s', leastPerSecond),
      { name: `${name}, p50`, value: figures.p50, unit: 'ms' },
      { name: `${name}, p95`, value: figures.p95, unit: 'ms' },
      { name: `${name}, processor time of the server`, value: serverMs, unit: 'ms/request' },
      { name: `${name}, of the load`, value: figures.processorMs, unit: 'ms/request' },
      atMost(`${name}, failures`, figures.failures, '', 0),
      atMost(`${name}, memory`, await residentMb(pid), 'MB', mostMb),
    ];
  } finally {
    await server.remove();
  }
}

/**
 * Flows that answer from knowledge bases of two sizes, asked by API, each time something else. On both databases;
 * `BENCH_CHUNKS` is the largest size, `BENCH_EMBEDDED` leaves PostgreSQL out, `BENCH_NODE_OPTIONS` profiles the server.
 */
export async function measureRetrieval(): Promise<Row[]> {
  const [embeddings, model] = await Promise.all([startEmbeddings(), startModelServer(0)]);
  const vendors = { embeddings, modelPort: model.port };
  const rows: Row[] = [];
  try {
    const wanted = sizes.filter(({ chunks }) => chunks <= Number(process.env.BENCH_CHUNKS ?? 1e9));
    for (const size of wanted) rows.push(...(await measureSize(size, vendors)));
    for (const size of process.env.BENCH_EMBEDDED ? [] : wanted) {
      const postgres = await startPostgres({ isDurable: true });
      try {
        rows.push(...(await measureSize(size, vendors, postgres.url)));
      } finally {
        await postgres.stop();
      }
    }
    return rows;
  } finally {
    embeddings.close();
    model.stop();
  }
}
