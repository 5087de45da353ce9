import { fileURLToPath } from 'node:url';
import { makeSentence, seeded } from '@tendril/catalogue/testing/corpus/seeded-words';
import { IngestionClient } from '../campaign/ingestion/ingestion-client.ts';
import { ApiClient } from '../e2e/api-client.ts';
import { startServer } from '../e2e/local-server.ts';
import { readLoopStops } from './longest-stop.ts';
import { startMadeEmbeddings } from './made-embeddings.ts';
import { atMost, type Row } from './table.ts';

const preload = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
const megabytes = 10;
const patienceMs = 120_000;

function makeText(seed: number): Buffer {
  const random = seeded(seed);
  const lines: string[] = [];
  for (let size = 0; size < megabytes * 1_000_000; size += (lines.at(-1)?.length ?? 0) + 1)
    lines.push(makeSentence(random));
  return Buffer.from(lines.join(' '));
}

/**
 * How long a large text takes from its upload until all of it can be found, then the newer version that takes its place,
 * and how long the loop stops meanwhile. `BENCH_POSTGRES` names a database to use.
 */
export async function measureIngestion(): Promise<Row[]> {
  const vendor = await startMadeEmbeddings();
  const databaseUrl = process.env.BENCH_POSTGRES;
  const environment = { EGRESS_ALLOW: vendor.host, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const nodeOptions = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
  const server = await startServer({ environment, preload, nodeOptions, patienceMs: 120_000 });
  try {
    const client = await new ApiClient(server.url).registerOwner();
    const files = await IngestionClient.make(client, {
      splitter: {
        splitterId: 'recursiveCharacterTextSplitter',
        splitterConfig: { chunkSize: 700, chunkOverlap: 0 },
      },
      embedding: {
        embeddingName: 'openAIEmbeddings',
        embeddingConfig: { modelName: 'made', basepath: vendor.url },
      },
    });
    const rows: Row[] = [];
    for (const what of ['read and embedded', 'put in place of it, newer']) {
      const content = makeText(rows.length + 1);
      await readLoopStops(server);
      const startedAt = performance.now();
      await files.upload([{ name: 'large.txt', content }]);
      await files.untilDone(patienceMs);
      const tookMs = performance.now() - startedAt;
      const stops = await readLoopStops(server);
      const { data } = await files.list({ limit: 2 });
      if (data[1]?.state !== 'embedded') throw new Error(`It was not read: ${data[1]?.error}`);
      const name = `${megabytes} MB text, ${data[1]?.chunks} chunks, ${what}`;
      rows.push(
        atMost(name, tookMs, 'ms', 4000),
        { name: `${name}, processor time of all threads`, value: stops.cpuMs, unit: 'ms' },
        atMost(`${name}, longest stop of the loop`, stops.longestMs, 'ms', 10),
        atMost(`${name}, longest that the loop computed`, stops.computedMs, 'ms', 20),
        atMost(`${name}, stops over 20 ms`, stops.over20, '', 0),
        atMost(`${name}, stops over 50 ms`, stops.over50, '', 0),
        atMost(`${name}, over 20 ms of computing`, stops.computedOver20, '', 0),
      );
    }
    return rows;
  } finally {
    vendor.close();
    await server.remove();
  }
}
