import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeSentence, seeded } from '@tendril/catalogue/testing/corpus/seeded-words';
import type { SourceSync } from '@tendril/contract/api/source-sync';
import { ApiClient } from '../e2e/api-client.ts';
import { type LocalServer, startServer } from '../e2e/local-server.ts';
import { readLoopStops } from './longest-stop.ts';
import { startMadeEmbeddings } from './made-embeddings.ts';
import { atMost, type Row } from './table.ts';

const preload = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
const items = Number(process.env.BENCH_ITEMS ?? 10_000);
const perPage = 1000;
const patienceMs = 900_000;

interface Item {
  id: string;
  rev: number;
  text: string;
}

/** A service that lists its items page by page. */
async function startSource() {
  const all = new Map<string, Item>();
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? '1') - 1;
    const some = [...all.values()].slice(page * perPage, (page + 1) * perPage);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(some));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { all, host, url: `http://${host}/items`, close: () => server.close() };
}

/** A source that is synced into a knowledge base that can be searched. */
async function connect(client: ApiClient, sourceUrl: string, vendorUrl: string) {
  const store = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Source' });
  const loader = await client.call<{ id: string }>('POST', 'document-store/loader/save', {
    ...{ storeId: store.id, loaderId: 'apiItems', loaderName: 'Items', splitterId: 'structureTextSplitter' },
    loaderConfig: {
      ...{ url: sourceUrl, keyField: 'id', versionField: 'rev', contentField: 'text', paging: 'page' },
    },
  });
  const path = `document-store/sync/${loader.id}`;
  await client.call('PUT', path, { cron: '', timezone: 'UTC' });
  const sync = async (): Promise<SourceSync['counts']> => {
    await client.call('POST', `${path}/run`, {});
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(500)) {
      const { sync: now } = await client.call<{ sync: SourceSync }>('GET', path);
      if (now.job) continue;
      if (now.lastState !== 'done') throw new Error(`The sync is ${now.lastState}: ${now.note}`);
      return now.counts;
    }
    throw new Error('The sync does not end.');
  };
  const embed = async () => {
    await client.call('POST', 'document-store/vectorstore/insert', {
      ...{ storeId: store.id, embeddingName: 'openAIEmbeddings' },
      embeddingConfig: { modelName: 'made', basepath: vendorUrl },
    });
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(500))
      if (
        (await client.call<{ status: string }>('GET', `document-store/store/${store.id}`)).status ===
        'UPSERTED'
      )
        return;
    throw new Error('It is not embedded.');
  };
  return { sync, embed };
}

async function rowsOf(server: LocalServer, name: string, took: Row): Promise<Row[]> {
  const stops = await readLoopStops(server);
  const what = `source of ${items} items, ${name}`;
  return [
    { ...took, name: what },
    { name: `${what}, processor time of all threads`, value: stops.cpuMs, unit: 'ms' },
    atMost(`${what}, longest that the loop computed`, stops.computedMs, 'ms', 20),
    atMost(`${what}, over 20 ms of computing`, stops.computedOver20, '', 0),
  ];
}

/**
 * How long it takes to bring a source of 10,000 items in step: the first time, when nothing has changed, when one of a
 * hundred has, and when 50 have changed and 20 are gone. `BENCH_POSTGRES` names a database to use.
 */
export async function measureSources(): Promise<Row[]> {
  const [vendor, source] = await Promise.all([startMadeEmbeddings(), startSource()]);
  const databaseUrl = process.env.BENCH_POSTGRES;
  const environment = {
    EGRESS_ALLOW: `${vendor.host},${source.host}`,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const nodeOptions = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
  const server = await startServer({ environment, preload, nodeOptions, patienceMs: 120_000 });
  const random = seeded(9);
  const put = (at: number, rev: number) =>
    source.all.set(`k${at}`, { id: `k${at}`, rev, text: `${makeSentence(random)} ${at} ${rev}.` });
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const { sync, embed } = await connect(client, source.url, vendor.url);
    put(0, 1);
    await sync();
    await embed();
    const rows: Row[] = [];
    const turn = async (
      name: string,
      mostMs: number,
      expected: Partial<SourceSync['counts']>,
      texts: number,
    ) => {
      await readLoopStops(server);
      const [before, startedAt] = [vendor.count(), performance.now()];
      const counts = await sync();
      const tookMs = performance.now() - startedAt;
      for (const [count, value] of Object.entries(expected))
        if (counts[count as keyof typeof counts] !== value)
          throw new Error(`${name}: ${JSON.stringify(counts)}, not ${count} ${value}`);
      if (vendor.count() - before !== texts)
        throw new Error(`${name}: ${vendor.count() - before} texts embedded`);
      rows.push(...(await rowsOf(server, name, atMost('', tookMs, 'ms', mostMs))));
    };
    for (let at = 1; at < items; at += 1) put(at, 1);
    await turn('first sync', 60_000, { listed: items, added: items - 1 }, items - 1);
    await turn('nothing has changed', 10_000, { listed: items, unchanged: items }, 0);
    for (let at = 0; at < items; at += 100) put(at, 2);
    await turn('1 % has changed', 20_000, { listed: items, changed: items / 100 }, items / 100);
    for (let at = 1; at < items / 2; at += items / 100) put(at, 3);
    for (let at = 2; at < items / 5; at += items / 100) source.all.delete(`k${at}`);
    await turn(
      '50 have changed and 20 are gone',
      60_000,
      { listed: items - 20, changed: 50, removed: 20 },
      50,
    );
    return rows;
  } finally {
    vendor.close();
    source.close();
    await server.remove();
  }
}
