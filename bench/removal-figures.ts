import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeSentence, seeded } from '@tendril/catalogue/testing/corpus/seeded-words';
import { ApiClient } from '../e2e/api-client.ts';
import { startServer } from '../e2e/local-server.ts';
import { newJobRow } from '../packages/server/src/platform/jobs/job-rows.ts';
import { readLoopStops } from './longest-stop.ts';
import { atLeast, atMost, type Row } from './table.ts';

const preload = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
const chunks = Number(process.env.BENCH_CHUNKS ?? 100_000);
const patienceMs = 600_000;

type Values = Record<string, string | number | null>;

function insertInto(database: DatabaseSync, table: string, rows: Iterable<Values>): void {
  database.exec('begin');
  for (const row of rows) {
    const names = Object.keys(row);
    const text = `insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`;
    database.prepare(text).run(...Object.values(row));
  }
  database.exec('commit');
}

/** Chunks as an ingestion writes them, before anybody finds them. */
function* chunksOf(place: Values, batch: string): Generator<Values> {
  const random = seeded(7);
  for (let chunkNo = 1; chunkNo <= chunks; chunkNo += 1) {
    const pageContent = `${makeSentence(random)} ${makeSentence(random)} ${chunkNo}`;
    yield { ...place, id: randomUUID(), batch, chunkNo, hash: String(chunkNo), pageContent, metadata: '{}' };
  }
}

/**
 * How long everybody else waits at most while a canceled ingestion is taken back, on SQLite, beside what one statement
 * for all of it takes.
 */
export async function measureRemoval(): Promise<Row[]> {
  const first = await startServer({ preload });
  const maker = await new ApiClient(first.url).registerOwner();
  const { id: storeId } = await maker.call<{ id: string }>('POST', 'document-store/store', { name: 'Large' });
  const { id: loaderId } = await maker.call<{ id: string }>('POST', 'document-store/loader/save', {
    ...{ storeId, loaderId: 'plainText', loaderConfig: { text: 'A text.' } },
  });
  await first.stop();
  const database = new DatabaseSync(join(first.home, 'tendril.db'));
  const { id: workspaceId = '' } = database.prepare('select id from workspace').get() as { id?: string };
  const place = { workspaceId, storeId, loaderId };
  const asked = { workspaceId, kind: 'document-store-process', subjectId: storeId, partId: loaderId };
  const job = newJobRow(asked, { unit: 'parts', lane: 'long' });
  insertInto(database, 'job', [{ ...job, state: 'paused', checkpoint: '{"parts":1,"chunks":1,"done":1}' }]);
  for (const batch of ['at-once', job.id]) insertInto(database, 'document_chunk', chunksOf(place, batch));
  const atOnceAt = performance.now();
  database.exec("delete from document_chunk where batch = 'at-once'");
  const atOnceMs = performance.now() - atOnceAt;
  const server = await startServer({ home: first.home, preload });
  try {
    const client = await new ApiClient(server.url).signIn();
    const left = database.prepare('select count(*) as count from document_chunk where batch = ?');
    await readLoopStops(server);
    const startedAt = performance.now();
    await client.call('POST', `jobs/${job.id}/cancel`);
    const answeredMs = performance.now() - startedAt;
    for (const deadline = Date.now() + patienceMs; (left.get(job.id) as { count: number }).count > 0; ) {
      if (Date.now() > deadline) throw new Error('The chunks of a canceled ingestion are not taken back.');
      await sleep(200);
    }
    const tookMs = performance.now() - startedAt;
    const stops = await readLoopStops(server);
    const name = `${chunks} chunks of a canceled ingestion`;
    return [
      { name: `${name}, deleted in one statement`, value: atOnceMs, unit: 'ms' },
      { name: `${name}, answered`, value: answeredMs, unit: 'ms' },
      { name: `${name}, gone`, value: tookMs, unit: 'ms' },
      { name: `${name}, longest stop of the loop`, value: stops.longestMs, unit: 'ms' },
      atMost(`${name}, longest that the loop computed`, stops.computedMs, 'ms', 20),
      atMost(`${name}, over 20 ms of computing`, stops.computedOver20, '', 0),
      atLeast(`${name}, one statement to the longest computing`, atOnceMs / stops.computedMs, '×', 10),
    ];
  } finally {
    database.close();
    await server.remove();
  }
}
