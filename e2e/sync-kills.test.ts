import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSentence, seeded } from '@tendril/catalogue/testing/corpus/seeded-words';
import type { SourceSync } from '@tendril/contract/api/source-sync';
import { expect, it } from 'vitest';
import { readStoredKnowledge } from '../campaign/ingestion/stored-knowledge.ts';
import { ApiClient } from './api-client.ts';
import { startServer } from './local-server.ts';

const items = 600;
const kills = 4;
/** The most items that are done between a start and the next kill. */
const furthest = 120;
const patienceMs = 200_000;

/** A service that lists many small items, and some larger ones. */
async function startItems(random: () => number) {
  const texts = new Map(
    Array.from({ length: items }, (_, at) => {
      const sentences = Array.from({ length: at % 40 === 7 ? 300 : 2 }, () => makeSentence(random));
      return [`k${at}`, `Item ${at}. ${sentences.join(' ')}`] as const;
    }),
  );
  const rows = [...texts].map(([id, text]) => ({ id, rev: 1, text }));
  let most = 1;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows.slice(0, most)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const grow = () => {
    most = items;
  };
  return { texts, grow, host, url: `http://${host}/items`, close: () => server.close() };
}

async function connect(client: ApiClient, url: string) {
  const store = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Items' });
  const loader = await client.call<{ id: string }>('POST', 'document-store/loader/save', {
    ...{ storeId: store.id, loaderId: 'apiItems', loaderName: 'Items', splitterId: 'structureTextSplitter' },
    loaderConfig: { url, keyField: 'id', versionField: 'rev', contentField: 'text', paging: 'none' },
  });
  await client.call('PUT', `document-store/sync/${loader.id}`, { cron: '', timezone: 'UTC' });
  return { storeId: store.id, loaderId: loader.id, path: `document-store/sync/${loader.id}` };
}

it('every item of a source is stored once, with its vector, however often the server is killed during its sync', {
  timeout: 600_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  const random = seeded(seed);
  const source = await startItems(random);
  const options = { environment: { EGRESS_ALLOW: source.host }, patienceMs };
  let server = await startServer(options);
  const { home } = server;
  try {
    let client = await new ApiClient(server.url).registerOwner();
    const { storeId, loaderId, path } = await connect(client, source.url);
    const deadline = Date.now() + patienceMs;
    const read = async () => (await client.call<{ sync: SourceSync }>('GET', path)).sync;
    /** Until so much more is done than now. */
    const untilDone = async (more: number) => {
      const first = (await read()).job?.progress.done ?? 0;
      for (let job = (await read()).job; job && job.progress.done < first + more; job = (await read()).job)
        await sleep(5);
    };
    const ended = async () => {
      while ((await read()).job && Date.now() < deadline) await sleep(200);
      return read();
    };
    await client.call('POST', `${path}/run`, {});
    await ended();
    await client.call('POST', 'document-store/vectorstore/insert', { storeId });
    const status = async () =>
      (await client.call<{ status: string }>('GET', `document-store/store/${storeId}`)).status;
    while ((await status()) !== 'UPSERTED' && Date.now() < deadline) await sleep(200);
    source.grow();
    await client.call('POST', `${path}/run`, {});
    for (let kill = 0; kill < kills; kill += 1) {
      await untilDone(Math.floor(random() * furthest));
      await sleep(random() * 30);
      await server.stop('SIGKILL');
      server = await startServer({ home, ...options });
      client = await new ApiClient(server.url).signIn();
    }
    expect(await ended(), `seed ${seed}`).toMatchObject({ lastState: 'done', note: '' });
    await server.stop();
    const stored = await readStoredKnowledge(home, loaderId);
    expect(stored.faults, `seed ${seed}`).toEqual([]);
    expect([...stored.files.keys()].toSorted()).toEqual([...source.texts.keys()].toSorted());
    for (const [key, text] of source.texts) {
      const chunks = (stored.files.get(key) ?? []).map((chunk) => (JSON.parse(chunk) as string[])[0] ?? '');
      expect(chunks.join(' ').startsWith(text.slice(0, 60)), `${key}, seed ${seed}`).toBe(true);
      if (text.length < 1000) expect(chunks, `${key}, seed ${seed}`).toEqual([text]);
    }
  } finally {
    source.close();
    await server.remove();
  }
});
