import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SourceSync } from '@tendril/contract/api/source-sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../testing/embedding-server.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { type JoinedUser, signInAs } from '../../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

interface Member {
  id: number;
  access_level: number;
  state: 'active';
  email?: string;
}

/** A GitLab with one private project. */
async function startGitlab() {
  const state = { members: [] as Member[], refuses: false, read: 0 };
  const files = { 'plan.md': 'The vault opens with plankey.', 'notes.md': 'The gate opens with noteskey.' };
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.includes('/tree?'))
      return send(Object.keys(files).map((path) => ({ id: `sha-${path}`, path, type: 'blob' })));
    if (url.includes('/members/all')) return state.refuses ? send({}, 403) : send(state.members);
    if (url.includes('/raw')) {
      state.read += 1;
      const path = Object.keys(files).find((name) => url.includes(`sha-${name}`)) as keyof typeof files;
      return response.writeHead(200).end(files[path]);
    }
    return url.includes('/users/') ? send({}, 404) : send({ visibility: 'private' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { state, host, url: `http://${host}/acme/docs`, close: () => server.close() };
}

describe.each(databases)('who may read what a source lists, on %s', (database) => {
  let app: TestApp;
  let ada: TestUser;
  let bob: JoinedUser;
  let driver: KnowledgeDriver;
  let vendor: EmbeddingServer;
  let gitlab: Awaited<ReturnType<typeof startGitlab>>;

  beforeAll(async () => {
    [vendor, gitlab] = await Promise.all([startEmbeddingServer(), startGitlab()]);
    app = await createTestApp({ database, config: { egressAllow: [vendor.host, gitlab.host] } });
    ada = await app.signIn();
    bob = await signInAs(app, ada, 'builder');
    const { db } = app.infrastructure;
    await db.updateTable('user').set({ email: 'bob@example.com' }).where('id', '=', bob.userId).execute();
    driver = new KnowledgeDriver(ada);
  });
  afterAll(async () => {
    vendor.close();
    gitlab.close();
    await app.close();
  });

  const member = (id: number, email?: string): Member => ({
    ...{ id, access_level: 30, state: 'active' },
    ...(email !== undefined && { email }),
  });
  const rules = { cron: '', timezone: 'UTC' };

  async function connect() {
    const { id } = await driver.makeStore();
    const rest = { splitterId: 'structureTextSplitter', splitterConfig: {} };
    const config = { projectUrl: gitlab.url, branch: 'main' };
    const { id: loaderId } = await driver.saveLoader(id, 'gitlab', config, rest);
    await driver.call('PUT', `sync/${loaderId}`, { ...rules, takesAccess: true });
    const sync = async () => {
      const { job } = await driver.call<SourceSync>('POST', `sync/${loaderId}/run`, {});
      await driver.ended(job?.id ?? '');
      return (await driver.call<{ sync: SourceSync }>('GET', `sync/${loaderId}`)).sync;
    };
    const embed = async () => {
      const embeddingConfig = { modelName: 'm', basepath: vendor.url };
      const embedding = { embeddingName: 'openAIEmbeddings', embeddingConfig };
      const { job } = await driver.call<{ job: { id: string } }>('POST', 'vectorstore/insert', {
        ...{ storeId: id, ...embedding },
      });
      await driver.ended(job.id);
    };
    const finds = async (who: Pick<TestUser, 'inject'>) => {
      const payload = { storeId: id, query: 'Which word opens the vault and the gate?', topK: 10 };
      const found = await new KnowledgeDriver(who).call<{ docs: unknown[] }>(
        'POST',
        'vectorstore/query',
        payload,
      );
      return found.docs.length;
    };
    return { sync, embed, finds };
  }

  it('a change of permission alone is taken over by the next sync, without reading or embedding anything again', async () => {
    gitlab.state.members = [member(1, 'owner@example.com'), member(2)];
    const { sync, embed, finds } = await connect();
    const first = await sync();
    expect(first.counts).toMatchObject({ added: 2 });
    expect(first.note).toBe(
      'Shared also with people whose addresses are not shown (2 files): nobody here can be matched to them.',
    );
    await embed();
    expect([await finds(ada), await finds(bob)]).toEqual([2, 0]);

    const [read, asked] = [gitlab.state.read, vendor.asked.length];
    gitlab.state.members = [member(1, 'owner@example.com'), member(3, 'Bob@example.com')];
    const second = await sync();
    expect([second.note, second.counts.unchanged, second.counts.changed]).toEqual(['', 2, 0]);
    expect(gitlab.state.read).toBe(read);
    expect([await finds(ada), await finds(bob)]).toEqual([2, 2]);

    gitlab.state.members = [member(1, 'owner@example.com')];
    await sync();
    expect([await finds(ada), await finds(bob)]).toEqual([2, 0]);
    const queries = new Set(vendor.asked.slice(asked).flatMap(({ input }) => input));
    expect([...queries].every((text) => text.startsWith('Which word'))).toBe(true);
  });

  it('a source that stops saying it leaves what it said, and gives new files to owners alone', async () => {
    gitlab.state.members = [member(3, 'bob@example.com')];
    const { sync, embed, finds } = await connect();
    await sync();
    await embed();
    gitlab.state.refuses = true;
    const refused = await sync();
    expect(refused.note).toContain('does not show this account who may read 2 files');
    expect([await finds(ada), await finds(bob)]).toEqual([0, 2]);
    const other = await connect();
    await other.sync();
    await other.embed();
    expect([await other.finds(ada), await other.finds(bob)]).toEqual([2, 0]);
    gitlab.state.refuses = false;
  });
});
