import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { downloadLocalModel, listLocalModels } from '@tendril/contract/api/local-models';
import { loadNodeOptions } from '@tendril/contract/api/nodes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { makeStaticModel } from '../../../testing/make-static-model.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const repository = 'minishlab/potion-base-2M';
const files = makeStaticModel(['lamp', 'green', 'chair', 'red', 'swan', 'lake']);
const gitSum = (content: Buffer) =>
  createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** A place for models, with the paths of Hugging Face. */
class ModelServer {
  readonly requests: { path: string; range: string | undefined }[] = [];
  /** What it sends of a file once, before it hangs up. */
  cut: number | undefined;
  /** Sends other bytes than it names. */
  isLying = false;
  #server: Server | undefined;
  url = '';

  async listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://models.test');
      const { range } = request.headers;
      this.requests.push({ path: pathname, range });
      if (pathname === `/api/models/${repository}/tree/main`) {
        const entries = Object.entries(files).map(([path, content]) => ({
          ...{ type: 'file', path, size: content.length, oid: gitSum(content) },
          ...(path.endsWith('safetensors') && { oid: 'x', lfs: { oid: sum(content), size: content.length } }),
        }));
        response.setHeader('content-type', 'application/json').end(JSON.stringify(entries));
        return;
      }
      const content = files[pathname.split('/').at(-1) ?? ''];
      if (!content || !pathname.startsWith(`/${repository}/resolve/main/`)) {
        response.writeHead(404).end();
        return;
      }
      const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      const rest = this.isLying ? Buffer.alloc(content.length - from) : content.subarray(from);
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length });
      if (this.cut === undefined) {
        response.end(rest);
        return;
      }
      response.write(rest.subarray(0, this.cut), () => setTimeout(() => response.destroy(), 50));
      this.cut = undefined;
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

describe('local models', () => {
  const server = new ModelServer();
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let folder: string;

  beforeAll(async () => {
    await server.listen();
    app = await createTestApp({
      config: { localModelsUrl: server.url, egressAllow: [new URL(server.url).host] },
    });
    folder = app.infrastructure.localModels.folder;
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(async () => {
    await app.close();
    server.close();
  });

  const list = async () =>
    listLocalModels.response.parse((await user.inject({ method: 'GET', url: listLocalModels.path })).json());
  const find = async (name: string) => (await list()).models.find((model) => model.name === name);
  const name = 'potion-base-2M';
  const download = async () => {
    const url = downloadLocalModel.path.replace(':name', name);
    return user.inject({ method: 'POST', url, payload: {} });
  };
  const ended = async () => {
    for (;;) {
      const model = await find(name);
      if (!model?.job || !['waiting', 'running'].includes(model.job.state)) return model;
      await delay(20);
    }
  };
  const embedding = (modelName: string) => ({ name: 'localEmbeddings', config: { modelName } });

  it('are listed with their size and their folder, and refused in words until they are there', async () => {
    expect(await find(name)).toMatchObject({
      isHere: false,
      job: null,
      folder: `$TENDRIL_HOME/models/${name}`,
    });
    expect((await find(name))?.bytes).toBeGreaterThan(5_000_000);
    const { id } = await driver.makeStore();
    const refused = await driver.send('POST', `upsert/${id}`, {
      loader: { name: 'plainText', config: { text: 'lamp' } },
      embedding: embedding(name),
    });
    expect(refused.json().message).toContain('is not on this server');
  });

  it('are downloaded on request, go on after a broken connection, and are checked', async () => {
    server.cut = 100;
    const first = await download();
    expect([first.statusCode, first.json().progress.unit]).toEqual([200, 'bytes']);
    expect(await ended()).toMatchObject({ isHere: true, job: null });
    const ranges = server.requests
      .filter(({ path }) => path.endsWith('safetensors'))
      .map(({ range }) => range);
    expect(ranges).toEqual([undefined, 'bytes=100-']);
    expect((await find(name))?.bytes).toBe(Object.values(files).reduce((all, { length }) => all + length, 0));
  });

  it('make vectors of a knowledge base and of its questions without any request', async () => {
    const before = server.requests.length;
    const { id } = await driver.makeStore();
    for (const text of ['The lamp is green.', 'The chair is red.', 'A swan on the lake.'])
      await driver.call('POST', `upsert/${id}`, {
        loader: { name: 'plainText', config: { text } },
        embedding: embedding(name),
      });
    const { docs } = await driver.call<{ docs: { pageContent: string }[] }>('POST', 'vectorstore/query', {
      ...{ storeId: id, query: 'chair', topK: 1 },
    });
    expect(docs.map(({ pageContent }) => pageContent)).toEqual(['The chair is red.']);
    expect(server.requests.length).toBe(before);
  });

  it('that arrive damaged are not used', async () => {
    await rm(join(folder, name), { recursive: true });
    server.isLying = true;
    await download();
    for (let waits = 0; waits < 500; waits += 1) {
      const { job } = (await find(name)) ?? {};
      if (job?.error) break;
      await delay(20);
    }
    expect(await find(name)).toMatchObject({
      isHere: false,
      job: { error: { message: expect.stringContaining('arrived damaged') } },
    });
    server.isLying = false;
  });

  it('can be put into the folder by hand, under a name of their own', async () => {
    const own = join(folder, 'own-model');
    await mkdir(own, { recursive: true });
    for (const [file, content] of Object.entries(files)) await writeFile(join(own, file), content);
    await mkdir(join(folder, 'half'), { recursive: true });
    const all = (await list()).models.filter(({ languages }) => languages === null);
    expect(all).toMatchObject([{ name: 'own-model', isHere: true, job: null }]);
    const options = await user.inject({
      method: 'POST',
      url: loadNodeOptions.path.replace(':name', 'localEmbeddings'),
      payload: { loadMethod: 'listModels', inputs: {} },
    });
    expect(options.json()).toContainEqual(expect.objectContaining({ name: 'own-model', label: 'own-model' }));
  });

  it('that nobody knows are not downloaded', async () => {
    for (const other of ['other', '..%2F..%2Fetc']) {
      const url = downloadLocalModel.path.replace(':name', other);
      expect((await user.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404);
    }
  });
});
