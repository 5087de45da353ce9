import { randomBytes, randomUUID } from 'node:crypto';
import { registerOwner } from '@tendril/contract/api/auths';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/client.ts';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { newJobRow } from '../../../platform/jobs/job-rows.ts';
import { databases, type EmptyDatabase } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { makeMigratedDatabase } from '../../../testing/migrated-database.ts';
import { type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { owner } from '../../../testing/test-app.ts';
import { processKind } from './store-status.ts';

const chunks = 4000;
const kills = 3;
const patience = { timeout: 60_000, interval: 10 };

describe.each(databases)('a canceled ingestion whose process is killed, on %s', (database) => {
  let place: EmptyDatabase;
  let db: Database;
  let server: ServerProcess;
  let cookies = '';
  let token = '';
  const secretKey = randomBytes(32).toString('base64');

  afterEach(async () => {
    await server.stop();
    await db.destroy();
    await place.remove();
  });

  async function start(): Promise<void> {
    server = await startServer({
      TENDRIL_HOME: place.home,
      TENDRIL_SECRET_KEY: secretKey,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    });
    if (server.url === '') throw new Error(server.output());
  }

  async function post<T>(path: string, body: object = {}): Promise<T> {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        ...{ cookie: cookies, origin: server.url, [csrfHeader]: token },
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    if (set.length > 0) cookies = set.join('; ');
    token = new RegExp(`${csrfCookie}=([^;]+)`).exec(cookies)?.[1] ?? token;
    return JSON.parse(text) as T;
  }

  const count = async (batch: string, table: 'document_chunk' | 'document_parent' = 'document_chunk') => {
    const rows = db.selectFrom(table).where('batch', '=', batch);
    const row = await rows.select((some) => some.fn.countAll<number>().as('count')).executeTakeFirst();
    return Number(row?.count ?? 0);
  };

  /** An ingestion that somebody has paused after it has written much. */
  async function furnish(): Promise<{ live: string; canceled: string }> {
    await post(registerOwner.path, owner);
    const { id: storeId } = await post<{ id: string }>(`${studio}/document-store/store`, {
      name: 'Handbook',
    });
    const { id: loaderId } = await post<{ id: string }>(`${studio}/document-store/loader/save`, {
      ...{ storeId, loaderId: 'plainText', loaderConfig: { text: 'What everybody finds.' } },
    });
    await post(`${studio}/document-store/loader/process/${loaderId}`);
    const loader = () => db.selectFrom('document_store_loader').selectAll().executeTakeFirstOrThrow();
    await expect.poll(async () => (await loader()).batch, patience).not.toBeNull();
    const { workspaceId, batch: live } = await loader();
    const asked = { workspaceId, kind: processKind, subjectId: storeId, partId: loaderId };
    const job = newJobRow(asked, { unit: 'parts', lane: 'long' });
    const ofJob = { workspaceId, storeId, loaderId, batch: job.id };
    await insertMany(db, 'job', [{ ...job, state: 'paused', checkpoint: '{"parts":1,"chunks":1,"done":1}' }]);
    const numbers = Array.from({ length: chunks }, (_, at) => at + 1);
    await insertMany(
      db,
      'document_chunk',
      numbers.map((chunkNo) => ({
        ...{ ...ofJob, id: randomUUID(), chunkNo, hash: String(chunkNo), parentKey: `p${chunkNo % 100}` },
        ...{ pageContent: `Chunk ${chunkNo} of it.`, metadata: '{}', editedFrom: null },
      })),
    );
    const parents = numbers.slice(0, 100).map((at) => ({ ...ofJob, key: `p${at}`, text: 'Longer.' }));
    await insertMany(db, 'document_parent', parents);
    return { live: live ?? '', canceled: job.id };
  }

  it('leaves nothing of it in the end, and everything that was there before', async () => {
    place = await makeMigratedDatabase(database);
    await start();
    const { home, databaseUrl } = place;
    db = await openDatabase({ home, databaseUrl, databasePool: 1 });
    const { live, canceled } = await furnish();
    const [kept, before] = [await count(live), await count(canceled)];
    expect([kept, before]).toEqual([1, chunks]);
    await post(`${studio}/jobs/${canceled}/cancel`);
    let left = await count(canceled);
    for (let kill = 0; kill < kills && left > 0; kill += 1) {
      const seen = left;
      await expect.poll(() => count(canceled), patience).toBeLessThan(seen);
      await server.stop('SIGKILL');
      left = await count(canceled);
      await start();
    }
    await expect.poll(() => count(canceled), patience).toBe(0);
    await expect.poll(() => count(canceled, 'document_parent'), patience).toBe(0);
    const openJobs = () => db.selectFrom('job').select('kind').where('subjectId', '=', canceled).execute();
    await expect.poll(openJobs, patience).toEqual([]);
    expect(await count(live)).toBe(kept);
    const job = db.selectFrom('job').select('state').where('id', '=', canceled).executeTakeFirstOrThrow();
    expect((await job).state).toBe('cancelled');
  }, 120_000);
});
