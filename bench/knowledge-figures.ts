import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import { ApiClient } from '../e2e/api-client.ts';
import { type LocalServer, startServer } from '../e2e/local-server.ts';
import { directionOf, fillKnowledge } from './knowledge-database.ts';
import { longestStop } from './longest-stop.ts';
import { atLeast, atMost, type Row } from './table.ts';

const preload = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
const questions = 200;

interface Size {
  chunks: number;
  mostMs: number;
}

const sizes: readonly Size[] = [
  { chunks: 1500, mostMs: 5 },
  { chunks: 15_000, mostMs: 8 },
  { chunks: 100_000, mostMs: 45 },
];

/** Questions are numbers of chunks: their vectors are near those, and a fifth of noise away. */
function vectorOf(text: string): Float32Array {
  const number = Number(/\d+/.exec(text)?.[0] ?? 0);
  const own = directionOf(number);
  const noise = directionOf(number + 10_000_000);
  return own.map((value, at) => value + 0.6 * (noise[at] ?? 0));
}

/** A vendor that takes no time. */
export async function startEmbeddings(): Promise<{ url: string; host: string; close(): void }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { input, encoding_format: format } = JSON.parse(body) as {
      input: string[];
      encoding_format?: string;
    };
    const data = input.map((text, index) => {
      const vector = vectorOf(text);
      const embedding = format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
      return { object: 'embedding', index, embedding };
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ object: 'list', data, model: 'made', usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/v1`, close: () => server.close() };
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

/** Questions to knowledge bases of three sizes, over HTTP, one after the other. `BENCH_POSTGRES` names a database to use. */
export async function measureKnowledge(wanted: readonly Size[] = sizes): Promise<Row[]> {
  const vendor = await startEmbeddings();
  const rows: Row[] = [];
  try {
    for (const size of wanted.filter(({ chunks }) => chunks <= Number(process.env.BENCH_CHUNKS ?? 1e9)))
      rows.push(...(await measureSize(size, vendor)));
  } finally {
    vendor.close();
  }
  return rows;
}

/** A knowledge base with so many chunks and their vectors, in the data of a server that has stopped. */
export async function makeFilledStore(
  chunks: number,
  vendor: { host: string; url: string },
  databaseUrl = process.env.BENCH_POSTGRES,
): Promise<{ home: string; storeId: string; environment: Record<string, string> }> {
  const environment = { EGRESS_ALLOW: vendor.host, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const first = await startServer({ environment });
  const client = new ApiClient(first.url);
  await client.registerOwner();
  const store = await client.call<DocumentStore>('POST', 'document-store/store', {
    name: `${chunks}`,
    description: '',
  });
  const embeddingConfig = { modelName: 'made', basepath: vendor.url };
  const config = { storeId: store.id, embeddingName: 'openAIEmbeddings', embeddingConfig };
  await client.call('POST', 'document-store/vectorstore/save', config);
  await first.stop();
  const { home } = first;
  const { provider, workspaceId } = await readPlace(home, databaseUrl, store.id, vendor.url);
  await fillKnowledge({
    ...{ home, databaseUrl, workspaceId, storeId: store.id },
    ...{ embedding: `${provider}/made`, chunks },
  });
  return { home, storeId: store.id, environment };
}

async function measureSize({ chunks, mostMs }: Size, vendor: { host: string; url: string }): Promise<Row[]> {
  const { home, storeId, environment } = await makeFilledStore(chunks, vendor);
  const nodeOptions = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
  const server = await startServer({ home, environment, preload, nodeOptions });
  try {
    return await ask(server, storeId, chunks, mostMs);
  } finally {
    await server.remove();
  }
}

async function readPlace(home: string, databaseUrl: string | undefined, storeId: string, url: string) {
  const { openDatabase } = await import('../packages/server/src/platform/db/client.ts');
  const { providerOf } = await import('@tendril/catalogue/providers/openai/connection');
  const db = await openDatabase({ home, databaseUrl, databasePool: 1 });
  const row = await db
    .selectFrom('document_store')
    .select('workspaceId')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  await db.destroy();
  return { workspaceId: row.workspaceId, provider: providerOf(url) };
}

async function ask(server: LocalServer, storeId: string, chunks: number, mostMs: number): Promise<Row[]> {
  const client = new ApiClient(server.url);
  await client.signIn();
  let hits = 0;
  const askAll = async (seed: number, filter?: object) => {
    const times: number[] = [];
    for (let round = 0; round < questions; round += 1) {
      const number = (seed + round * 37) % chunks;
      const body = {
        storeId,
        query: `What of ${number}, part ${seed}?`,
        topK: 10,
        ...(filter && { filter }),
      };
      const startedAt = performance.now();
      const { docs } = await client.call<{ docs: { chunkNo: number }[] }>(
        'POST',
        'document-store/vectorstore/query',
        body,
      );
      times.push(performance.now() - startedAt);
      if (docs.some(({ chunkNo }) => chunkNo === number + 1)) hits += 1;
    }
    return times.sort((one, other) => one - other);
  };
  const cold = performance.now();
  await client.call('POST', 'document-store/vectorstore/query', { storeId, query: 'What of 1?' });
  const coldMs = performance.now() - cold;
  await askAll(1);
  await longestStop(server);
  hits = 0;
  const times = await askAll(2);
  const stop = await longestStop(server);
  const found = hits / questions;
  await askAll(3, { part: 7 });
  const filtered = await askAll(4, { part: 7 });
  const name = `question to ${chunks} chunks`;
  return [
    atMost(`${name}, p50`, at(times, 0.5), 'ms', mostMs),
    atMost(`${name}, p99`, at(times, 0.99), 'ms', 3 * mostMs),
    { name: `${name}, the first`, value: coldMs, unit: 'ms' },
    atMost(`${name}, 1 % fit a filter, p50`, at(filtered, 0.5), 'ms', 1.2 * at(times, 0.5)),
    atMost(`${name}, longest stop of the loop`, stop, 'ms', 10),
    atLeast(`${name}, nearest among the first ten`, found, '', 0.995),
  ];
}
