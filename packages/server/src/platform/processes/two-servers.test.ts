import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../testing/flow-fixtures.ts';
import { type HeldModel, startHeldModel } from '../../testing/held-model.ts';
import { type KeyHolder, makeKey } from '../../testing/other-workspace.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

// Whole servers are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

let servers: ServerProcess[] = [];
const start = async (environment: Record<string, string>) => {
  const server = await startServer(environment);
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});

describe('two servers on one home', () => {
  let home: string;
  beforeEach(() => {
    home = makeFolder();
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('the second is refused in a sentence that names the first, and changes nothing', async () => {
    const first = await start({ TENDRIL_HOME: home });
    expect(first.url).not.toBe('');
    const second = await start({ TENDRIL_HOME: home });
    expect([second.url, second.child.exitCode]).toEqual(['', 1]);
    expect(second.output()).toMatch(
      new RegExp(`in use by a Tendril that runs already \\(process ${first.pid} on \\S+, since 20`),
    );
    expect(second.output()).not.toContain('    at ');
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
    expect(await first.stop('SIGTERM')).toBe(0);
    expect(existsSync(join(home, '.server.json'))).toBe(false);
    expect((await start({ TENDRIL_HOME: home })).url).not.toBe('');
  });

  it('a home whose server was killed is free immediately, even when another process has its id now', async () => {
    await (await start({ TENDRIL_HOME: home })).stop('SIGKILL');
    expect(existsSync(join(home, '.server.json'))).toBe(true);
    expect((await start({ TENDRIL_HOME: home })).url).not.toBe('');
  });
});

describe.runIf(databases.includes('postgres'))('two servers on one PostgreSQL', () => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;
  let model: HeldModel;
  let flowId: string;
  let environment: Record<string, string>;
  let otherHome: string;

  beforeEach(async () => {
    otherHome = makeFolder();
    const secretKey = randomBytes(32).toString('base64');
    model = await startHeldModel();
    app = await createTestApp({ database: 'postgres', config: { secretKey, egressAllow: [model.host] } });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
    flowId = await makeFlow(user, await heldFlow(user, model.url));
    environment = {
      DATABASE_URL: app.infrastructure.config.databaseUrl ?? '',
      TENDRIL_SECRET_KEY: secretKey,
      EGRESS_ALLOW: model.host,
    };
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    model.close();
    await app.close();
    rmSync(otherHome, { recursive: true, force: true });
  });

  const ask = (server: ServerProcess) =>
    fetch(`${server.url}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Well?' }),
    });
  const runs = () =>
    app.infrastructure.db.selectFrom('run').select(['id', 'status', 'answer']).orderBy('startedAt').execute();
  const countOf = async () => {
    const messages = await app.infrastructure.db
      .selectFrom('chat_message')
      .select(['content', 'status'])
      .where('role', '=', 'apiMessage')
      .execute();
    const ends = await app.infrastructure.db
      .selectFrom('event')
      .select('runId')
      .where('kind', '=', 'run-end')
      .execute();
    return { messages, ends: ends.length };
  };

  it('run side by side: a second start leaves what the first is doing alone', {
    timeout: 90_000,
  }, async () => {
    const first = await start({ ...environment, TENDRIL_HOME: app.infrastructure.config.home });
    const asked = ask(first);
    await expect.poll(() => model.waiting(), { timeout: 20_000 }).toBe(1);
    const second = await start({ ...environment, TENDRIL_HOME: otherHome });
    expect(second.url).not.toBe('');
    expect(await runs()).toMatchObject([{ status: 'running' }]);
    expect(await second.stop('SIGTERM')).toBe(0);
    expect(await runs()).toMatchObject([{ status: 'running' }]);
    model.answer('So it is');
    expect(await (await asked).json()).toMatchObject({ text: 'So it is' });
    expect(await runs()).toMatchObject([{ status: 'done', answer: 'So it is' }]);
    expect(await countOf()).toEqual({ messages: [{ content: 'So it is', status: 'done' }], ends: 1 });
  });

  it('one goes on with what the other left behind when it was killed, and leaves its own alone', {
    timeout: 90_000,
  }, async () => {
    const first = await start({ ...environment, TENDRIL_HOME: app.infrastructure.config.home });
    const second = await start({ ...environment, TENDRIL_HOME: otherHome });
    const lost = ask(first).catch(() => 'lost');
    await expect.poll(() => model.waiting(), { timeout: 20_000 }).toBe(1);
    const kept = ask(second);
    await expect.poll(() => model.waiting(), { timeout: 20_000 }).toBe(2);
    await first.stop('SIGKILL');
    expect(await lost).toBe('lost');
    await expect.poll(() => model.waiting(), { timeout: 20_000 }).toBe(2);
    model.answer('So it is');
    expect((await kept).status).toBe(200);
    await expect
      .poll(async () => (await runs()).map(({ status }) => status), { timeout: 20_000 })
      .toEqual(['done', 'done']);
    const { messages, ends } = await countOf();
    expect([messages.length, ends]).toEqual([2, 2]);
  });
});

async function heldFlow(user: TestUser, basepath: string) {
  const payload = {
    name: 'Held',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-none' },
    hosts: [new URL(basepath).origin],
  };
  const made = await user.inject({ method: 'POST', url: `${studio}/credentials`, payload });
  const flow = new FlowBuilder(await readTemplates(user));
  const held = flow.add('chatOpenAI', { x: 0, y: 0 }, { basepath, modelName: 'gpt-4o-mini' });
  const chain = flow.add('conversationChain', { x: 500, y: 0 });
  const memory = flow.add('bufferMemory', { x: 0, y: 400 });
  const data = flow.connect(held, chain, 'model').connect(memory, chain, 'memory').build();
  for (const node of data.nodes)
    if (node.id === held.id) node.data.credential = made.json<{ id: string }>().id;
  return data;
}
