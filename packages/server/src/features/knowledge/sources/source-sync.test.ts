import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SourceSync } from '@tendril/contract/api/source-sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { databases } from '../../../testing/databases.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../testing/embedding-server.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

interface Item {
  id: string;
  rev: number;
  text: string;
}

const perPage = 1000;

/** A service that lists items by pages; `failsAt` is the page that it refuses from now on. */
async function startSource() {
  const state = { items: new Map<string, Item>(), failsAt: -1, isBusy: 0, asked: 0 };
  const server = createServer((request, response) => {
    state.asked += 1;
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? '1') - 1;
    if (state.isBusy > 0) {
      state.isBusy -= 1;
      response.writeHead(429, { 'retry-after': '0' }).end();
      return;
    }
    if (page === state.failsAt) {
      response.writeHead(403).end('{"error":"no"}');
      return;
    }
    const items = [...state.items.values()].slice(page * perPage, (page + 1) * perPage);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(items));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { state, host, url: `http://${host}/items`, close: () => server.close() };
}

describe.each(databases)('sources that stay in step on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let vendor: EmbeddingServer;
  let source: Awaited<ReturnType<typeof startSource>>;

  beforeAll(async () => {
    [vendor, source] = await Promise.all([startEmbeddingServer(), startSource()]);
    app = await createTestApp({ database, config: { egressAllow: [vendor.host, source.host] } });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(async () => {
    vendor.close();
    source.close();
    await app.close();
  });

  const item = (at: number, rev = 1): Item => ({
    id: `k${at}`,
    rev,
    text: `Item ${at} has the words of turn ${rev}.`,
  });
  const put = (...items: Item[]) => {
    for (const one of items) source.state.items.set(one.id, one);
  };
  const embedded = () => vendor.asked.reduce((sum, { input }) => sum + input.length, 0);
  const rules = { cron: '', timezone: 'UTC' };

  async function connect(count: number) {
    source.state.items.clear();
    source.state.failsAt = -1;
    put(...Array.from({ length: count }, (_, at) => item(at)));
    const { id } = await driver.makeStore();
    const config = {
      url: source.url,
      keyField: 'id',
      versionField: 'rev',
      contentField: 'text',
      paging: 'page',
    };
    const rest = { splitterId: 'structureTextSplitter', splitterConfig: {} };
    const loader = await driver.saveLoader(id, 'apiItems', config, rest);
    await driver.call('PUT', `sync/${loader.id}`, rules);
    return { id, loaderId: loader.id };
  }
  const read = async (loaderId: string) =>
    (await driver.call<{ sync: SourceSync }>('GET', `sync/${loaderId}`)).sync;
  async function sync(loaderId: string): Promise<SourceSync> {
    const { job } = await driver.call<SourceSync>('POST', `sync/${loaderId}/run`, {});
    await driver.ended(job?.id ?? '');
    return read(loaderId);
  }
  const embed = async (storeId: string) => {
    const embedding = {
      embeddingName: 'openAIEmbeddings',
      embeddingConfig: { modelName: 'm', basepath: vendor.url },
    };
    const { job } = await driver.call<{ job: { id: string } }>('POST', 'vectorstore/insert', {
      storeId,
      ...embedding,
    });
    if (job) await driver.ended(job.id);
    await expect
      .poll(async () => (await driver.readStore(storeId)).status, { timeout: 60_000 })
      .toBe('UPSERTED');
  };
  const find = async (storeId: string, query: string) =>
    (
      await driver.call<{ docs: { pageContent: string }[] }>('POST', 'vectorstore/query', {
        storeId,
        query,
        topK: 3,
      })
    ).docs.map(({ pageContent }) => pageContent);
  const keysOf = async (loaderId: string) =>
    (
      await app.infrastructure.db
        .selectFrom('document_file')
        .select('key')
        .where('loaderId', '=', loaderId)
        .orderBy('key')
        .execute()
    ).map(({ key }) => key);

  it('a source that says who may read its files can decide that: the knowledge base is restricted from then on', async () => {
    const { id } = await driver.makeStore();
    const drive = await driver.saveLoader(id, 'googleDrive', { folderId: 'f' });
    const url = `sync/${drive.id}`;
    expect(await driver.call('GET', url)).toMatchObject({ access: 'offered', sync: null });
    await driver.call('PUT', url, rules);
    expect(await driver.call('GET', url)).toMatchObject({ access: 'offered' });
    expect(await driver.call('GET', `${id}/access`)).toMatchObject({ audience: 'open' });
    await driver.call('PUT', url, { ...rules, takesAccess: true });
    expect(await driver.call('GET', url)).toMatchObject({ access: 'taken' });
    expect(await driver.call('GET', `${id}/access`)).toMatchObject({
      audience: 'restricted',
      loaders: [{ id: drive.id, list: [] }],
    });
    const { loaderId } = await connect(1);
    expect(await driver.call('GET', `sync/${loaderId}`)).toMatchObject({ access: 'none' });
    const refused = await driver.send('PUT', `sync/${loaderId}`, { ...rules, takesAccess: true });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('who may read')]);
  });

  it('read only what has changed, and take out what is gone', async () => {
    const { id, loaderId } = await connect(100);
    expect((await sync(loaderId)).counts).toMatchObject({ listed: 100, added: 100, failed: 0 });
    await embed(id);
    const before = embedded();
    put(item(3, 2), item(200));
    source.state.items.delete('k7');
    source.state.isBusy = 2;
    const after = await sync(loaderId);
    expect(after.counts).toMatchObject({ listed: 100, added: 1, changed: 1, removed: 1, unchanged: 98 });
    expect([after.lastState, after.held]).toEqual(['done', null]);
    expect(embedded() - before).toBe(2);
    expect(await find(id, 'Item 3 has the words of turn 2.')).toContain('Item 3 has the words of turn 2.');
    expect((await find(id, 'Item 7 has the words of turn 1.')).join()).not.toContain('Item 7 has');
    expect((await sync(loaderId)).counts).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 100 });
    expect((await driver.readStore(id)).loaders[0]).toMatchObject({ totalChunks: 100, status: 'SYNC' });
  });

  it('say which job was started, however soon it has ended', async () => {
    const { loaderId } = await connect(1);
    await sync(loaderId);
    for (let round = 0; round < 15; round += 1) {
      const { job } = await driver.call<SourceSync>('POST', `sync/${loaderId}/run`, {});
      expect(job?.partId).toBe(loaderId);
      await driver.ended(job?.id ?? '');
    }
  });

  it('read small files together, and what is broken, large or known by itself', async () => {
    const { id, loaderId } = await connect(3);
    await sync(loaderId);
    await embed(id);
    const before = vendor.asked.length;
    put(...Array.from({ length: 200 }, (_, at) => item(at + 10)), item(1, 2), { ...item(400), text: '' });
    put({ ...item(401), text: item(30).text }, { ...item(402), text: 'A long text of boats. '.repeat(1500) });
    const after = await sync(loaderId);
    expect(after.counts).toMatchObject({ listed: 206, added: 202, changed: 1, failed: 1, unchanged: 2 });
    // Not one for each of them.
    expect(vendor.asked.length - before).toBeLessThan(20);
    const rows = await app.infrastructure.db
      .selectFrom('document_file')
      .selectAll()
      .where('loaderId', '=', loaderId)
      .orderBy('position')
      .execute();
    const stateOf = (key: string) => rows.find((row) => row.key === key);
    expect(stateOf('k400')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('holds no text'),
      chunks: 0,
    });
    expect(stateOf('k1')).toMatchObject({
      state: 'embedded',
      version: '2',
      chunks: 1,
      jobId: null,
      attempts: 0,
    });
    expect(stateOf('k20')).toMatchObject({ state: 'embedded', version: '1', origin: 'listed', title: 'k20' });
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1));
    const chunks = await app.infrastructure.db
      .selectFrom('document_chunk')
      .select(['chunkNo', 'batch', 'fileId'])
      .where('loaderId', '=', loaderId)
      .execute();
    expect(new Set(chunks.map(({ chunkNo }) => chunkNo)).size).toBe(chunks.length);
    expect(new Set(chunks.map(({ batch }) => batch)).size).toBe(1);
    for (const { id: fileId, key, chunks: count } of rows)
      expect([key, chunks.filter((chunk) => chunk.fileId === fileId).length]).toEqual([key, count]);
    expect((await driver.readStore(id)).loaders[0]).toMatchObject({ totalChunks: chunks.length });
    expect(await find(id, item(1, 2).text)).toContain(item(1, 2).text);
    expect((await find(id, item(1).text)).join()).not.toContain(item(1).text);
    expect(await find(id, item(150).text)).toContain(item(150).text);
    expect((await sync(loaderId)).counts).toMatchObject({ added: 0, changed: 0, failed: 1 });
  }, 120_000);

  it('embed exactly 50 and take out 20 of 10,000 files of which 50 have changed and 20 are gone', async () => {
    const { id, loaderId } = await connect(100);
    expect((await sync(loaderId)).counts).toMatchObject({ listed: 100, added: 100 });
    await embed(id);
    // The other files are known, as an earlier sync has left them.
    const { db } = app.infrastructure;
    const { id: _, ...known } = await db
      .selectFrom('document_file')
      .selectAll()
      .where('loaderId', '=', loaderId)
      .where('key', '=', 'k0')
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 9900 }, (_unused, at) => item(at + 100));
    put(...others);
    const rows = others.map(({ id: key }) => ({
      ...known,
      id: randomUUID(),
      ...{ key, title: key, chunks: 0, chars: 0 },
    }));
    await insertMany(db, 'document_file', rows);
    const before = embedded();
    for (let at = 0; at < 50; at += 1) put(item(at, 3));
    for (let at = 0; at < 10; at += 1) source.state.items.delete(`k${90 + at}`);
    for (let at = 0; at < 10; at += 1) source.state.items.delete(`k${5000 + at}`);
    const after = await sync(loaderId);
    expect(after.counts).toMatchObject({ listed: 9980, added: 0, changed: 50, removed: 20, unchanged: 9930 });
    expect(embedded() - before).toBe(50);
    expect(await keysOf(loaderId)).toHaveLength(9980);
    expect((await driver.readStore(id)).loaders[0]?.totalChunks).toBe(90);
  }, 120_000);

  it('take nothing out after a listing that failed half-way, or named too little', async () => {
    const { loaderId } = await connect(1010);
    await sync(loaderId);
    source.state.items.delete('k1');
    source.state.failsAt = 1;
    const failed = await sync(loaderId);
    expect([failed.lastState, (await keysOf(loaderId)).length]).toEqual(['failed', 1010]);
    expect(failed.note).toContain('rejected');
    source.state.failsAt = -1;
    source.state.items.set('nameless', { rev: 1, text: 'x' } as Item);
    const partial = await sync(loaderId);
    expect([partial.lastState, partial.note]).toEqual(['partial', '1 of the items have no "id".']);
    expect(await keysOf(loaderId)).toHaveLength(1010);
    source.state.items.delete('nameless');
    expect((await sync(loaderId)).counts.removed).toBe(1);
  }, 120_000);

  it('hold what is more than a fifth until a person has decided', async () => {
    const { id, loaderId } = await connect(100);
    await sync(loaderId);
    for (let at = 0; at < 34; at += 1) source.state.items.delete(`k${at}`);
    const held = await sync(loaderId);
    expect([held.lastState, held.held?.files, held.held?.of]).toEqual(['held', 34, 100]);
    expect((await driver.readStore(id)).syncs).toEqual([{ loaderId, lastState: 'held', note: '' }]);
    expect(await keysOf(loaderId)).toHaveLength(100);
    // What is there again is not deleted with the others.
    put(item(0));
    expect((await sync(loaderId)).held?.files).toBe(33);
    const { job } = await driver.call<SourceSync>('POST', `sync/${loaderId}/held`, { decision: 'delete' });
    await driver.ended(job?.id ?? '');
    expect((await read(loaderId)).held).toBeNull();
    expect(await keysOf(loaderId)).toHaveLength(67);
    for (let at = 40; at < 70; at += 1) source.state.items.delete(`k${at}`);
    expect((await sync(loaderId)).held?.files).toBe(30);
    await driver.call('POST', `sync/${loaderId}/held`, { decision: 'keep' });
    expect((await sync(loaderId)).held).toBeNull();
    expect(await keysOf(loaderId)).toHaveLength(67);
    const late = await driver.send('POST', `sync/${loaderId}/held`, { decision: 'delete' });
    expect(late.statusCode).toBe(409);
  }, 60_000);

  it('hold an empty listing, and one that names nothing of what was there, however few the files are', async () => {
    const { loaderId } = await connect(3);
    await sync(loaderId);
    source.state.items.clear();
    const empty = await sync(loaderId);
    expect([empty.lastState, empty.held?.files, empty.held?.of]).toEqual(['held', 3, 3]);
    expect(await keysOf(loaderId)).toHaveLength(3);
    put(item(20));
    expect((await sync(loaderId)).held?.files).toBe(3);
    expect(await keysOf(loaderId)).toHaveLength(4);
    // One that is named again leaves fewer to decide on.
    put(item(0));
    expect(await sync(loaderId)).toMatchObject({ lastState: 'held', held: { files: 2, of: 4 } });
    put(item(1), item(2));
    expect(await sync(loaderId)).toMatchObject({ lastState: 'done', held: null, counts: { removed: 0 } });
    source.state.items.clear();
    put(...[0, 1, 2, 20].map((at) => ({ ...item(at), id: `moved ${at}` })));
    // All have moved: nothing is gone.
    expect(await sync(loaderId)).toMatchObject({ lastState: 'done', held: null, counts: { moved: 4 } });
    expect(await keysOf(loaderId)).toEqual(['moved 0', 'moved 1', 'moved 2', 'moved 20']);
  }, 60_000);

  it('know the same content under a new key, and embed nothing for it', async () => {
    const { id, loaderId } = await connect(30);
    await sync(loaderId);
    await embed(id);
    const before = embedded();
    source.state.items.delete('k5');
    put({ ...item(5), id: 'moved' });
    expect((await sync(loaderId)).counts).toMatchObject({ moved: 1, added: 0, removed: 0 });
    expect(embedded()).toBe(before);
    expect(await keysOf(loaderId)).toContain('moved');
  });

  it('are started by a webhook that is signed, and by nothing else', async () => {
    const { loaderId } = await connect(3);
    const path = (await read(loaderId)).webhook.path;
    const { secret } = await driver.call<{ secret: string }>('POST', `sync/${loaderId}/webhook-secret`, {});
    const payload = '{"ref":"main"}';
    const post = (url: string, headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const signature = `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`;
    expect((await post(path, {})).statusCode).toBe(401);
    expect((await post(path, { 'x-hub-signature-256': signature.replace(/.$/, 'z') })).statusCode).toBe(401);
    const unknown = path.replace(loaderId, '00000000-0000-4000-8000-000000000000');
    expect((await post(unknown, { 'x-hub-signature-256': signature })).statusCode).toBe(401);
    expect((await post(path, { 'x-hub-signature-256': signature })).statusCode).toBe(202);
    await expect.poll(async () => (await read(loaderId)).counts.added, { timeout: 20_000 }).toBe(3);
    expect((await post(path, { 'x-gitlab-token': secret })).statusCode).toBe(202);
  });

  it('belong to their workspace, and refuse what is no schedule or no source', async () => {
    const { id, loaderId } = await connect(1);
    const other = new KnowledgeDriver(await makeKey(app));
    for (const [method, path] of [
      ['GET', `sync/${loaderId}`],
      ['PUT', `sync/${loaderId}`],
      ['DELETE', `sync/${loaderId}`],
    ] as const)
      expect((await other.send(method, path, method === 'PUT' ? rules : undefined)).statusCode).toBe(404);
    const bad = await driver.send('PUT', `sync/${loaderId}`, { ...rules, cron: 'often' });
    expect([bad.statusCode, bad.json().message]).toEqual([400, expect.stringContaining('is no schedule')]);
    const text = await driver.saveLoader(id, 'plainText', { text: 'x' });
    expect((await driver.send('PUT', `sync/${text.id}`, rules)).statusCode).toBe(400);
    const daily = await driver.call<SourceSync>('PUT', `sync/${loaderId}`, { ...rules, cron: '30 6 * * *' });
    expect(new Date(daily.nextAt ?? 0).toISOString()).toMatch(/T06:30:00/);
    const paused = await driver.call<SourceSync>('PUT', `sync/${loaderId}`, {
      ...rules,
      cron: '30 6 * * *',
      isPaused: true,
    });
    expect(paused.nextAt).toBeNull();
    await driver.call('DELETE', `sync/${loaderId}`);
    expect((await read(loaderId)) as unknown).toBeNull();
  });
});
