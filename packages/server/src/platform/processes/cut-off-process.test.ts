import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createLine, type Socket } from 'node:net';

import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { makeFlow, readTemplates } from '../../testing/flow-fixtures.ts';
import { makeKey } from '../../testing/other-workspace.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { makeFolder } from '../../testing/temporary-folder.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

// Whole servers are started, and others wait for a heartbeat before they take over.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
const patience = { timeout: 60_000, interval: 50 };
const steps = [1, 2, 3];

/** A server elsewhere whose requests stay open until the test answers them. */
async function startHeldEffects() {
  const open = new Map<string, (() => void)[]>();
  /** In order: asked, answered, or given up by the one that asked. */
  const log: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    log.push(`asked ${path}`);
    const answer = () => response.end('done');
    open.set(path, [...(open.get(path) ?? []), answer]);
    response.on('close', () => {
      open.set(path, open.get(path)?.filter((one) => one !== answer) ?? []);
      log.push(`${response.writableFinished ? 'answered' : 'given up'} ${path}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    log,
    openOf: (path: string) => open.get(path)?.length ?? 0,
    answer: (path: string) => open.get(path)?.forEach((one) => void one()),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A line to the database that can be taken away: what is open ends, and nobody answers. */
async function openLine(url: string) {
  const target = new URL(url);
  const [port, host] = [Number(target.port || 5432), target.hostname];
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createLine((inner) => {
    if (isCut) return void inner.destroy();
    const outer = connect(port, host);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {}).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: target.href,
    cut,
    mend() {
      isCut = false;
    },
    close() {
      cut();
      server.close();
    },
  };
}

describe.runIf(databases.includes('postgres'))('a process that has lost its database', () => {
  let app: TestApp;
  let user: TestUser;
  let key: string;
  let flowId: string;
  let effects: Awaited<ReturnType<typeof startHeldEffects>>;
  let line: Awaited<ReturnType<typeof openLine>>;
  let servers: ServerProcess[] = [];
  let folders: string[] = [];
  let environment: Record<string, string>;

  beforeEach(async () => {
    const secretKey = randomBytes(32).toString('base64');
    effects = await startHeldEffects();
    app = await createTestApp({ database: 'postgres', config: { secretKey, egressAllow: [effects.host] } });
    // It serves this test alone, and takes nothing over.
    await app.infrastructure.processes.drain();
    user = await app.signIn();
    key = (await makeKey(app, user.caller.workspaceId)).key;
    flowId = await makeFlow(user, await effectFlow(user, effects.host), 'Steps', 'AGENTFLOW');
    const url = app.infrastructure.config.databaseUrl ?? '';
    line = await openLine(url);
    environment = { TENDRIL_SECRET_KEY: secretKey, EGRESS_ALLOW: effects.host, DATABASE_URL: url };
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    servers = [];
    line.close();
    effects.close();
    await app.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    folders = [];
  });

  const start = async (databaseUrl?: string) => {
    const home = makeFolder();
    folders.push(home);
    const own = { TENDRIL_HOME: home, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const server = await startServer({ ...environment, ...own });
    expect(server.url, server.output()).not.toBe('');
    servers.push(server);
    return server;
  };
  const ask = async (server: ServerProcess) => {
    const asked = await fetch(`${server.url}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Well?' }),
    });
    return { status: asked.status, body: await asked.text() };
  };
  const runs = () =>
    app.infrastructure.db.selectFrom('run').select(['status', 'ownerId']).orderBy('startedAt').execute();
  /** Lets two processes know of each other. */
  const acquainted = async () => {
    const up = async () =>
      (await app.infrastructure.db.selectFrom('process').select('id').where('state', '=', 'up').execute())
        .length;
    await expect.poll(up, patience).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 3000));
  };
  const finish = async (from: number) => {
    for (const step of steps.slice(from)) {
      await expect.poll(() => effects.openOf(`/${step}`), patience).toBe(1);
      effects.answer(`/${step}`);
    }
    await expect.poll(async () => (await runs()).map(({ status }) => status), patience).toEqual(['done']);
  };

  it('stops its steps before another process goes on with them: no two of one are ever open', async () => {
    const cutOff = await start(line.url);
    await start();
    await acquainted();
    const asked = ask(cutOff).catch((error: unknown) => ({ status: 0, body: String(error) }));
    await finishFirst();
    line.cut();
    await expect.poll(() => effects.log.filter((entry) => entry === 'asked /2').length, patience).toBe(2);
    expect(effects.log).toEqual(['asked /1', 'answered /1', 'asked /2', 'given up /2', 'asked /2']);
    line.mend();
    await finish(1);
    // It is told how its question was answered elsewhere.
    expect((await asked).status).toBe(200);
    expect(effects.log.filter((entry) => entry.startsWith('answered'))).toEqual(
      steps.map((step) => `answered /${step}`),
    );
    expect(cutOff.output()).toContain('has not heard this process for too long');
  });

  it('goes on with what it stopped when the database is back, if no other process had it', async () => {
    const cutOff = await start(line.url);
    await start(line.url);
    await acquainted();
    const asked = ask(cutOff).catch((error: unknown) => ({ status: 0, body: String(error) }));
    await finishFirst();
    line.cut();
    await expect.poll(() => effects.log.at(-1), patience).toBe('given up /2');
    line.mend();
    await finish(1);
    expect((await asked).status).toBe(200);
    expect(effects.log.filter((entry) => entry.startsWith('asked'))).toEqual([
      'asked /1',
      'asked /2',
      'asked /2',
      'asked /3',
    ]);
    expect(cutOff.output()).toContain('has not heard this process for too long');
  });

  it('goes on from memory where it is alone', async () => {
    const alone = await start(line.url);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const asked = ask(alone).catch((error: unknown) => ({ status: 0, body: String(error) }));
    await finishFirst();
    line.cut();
    // Longer than others would wait for a heartbeat.
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    expect(effects.log).toEqual(['asked /1', 'answered /1', 'asked /2']);
    effects.answer('/2');
    line.mend();
    await finish(2);
    expect((await asked).status).toBe(200);
    expect(effects.log.filter((entry) => entry.startsWith('asked'))).toHaveLength(steps.length);
  });

  it('on another machine that died, has its runs gone on with within fifteen seconds', async () => {
    const dead = await start();
    await start();
    await acquainted();
    const asked = ask(dead).catch(() => 'lost');
    await finishFirst();
    const [run] = await runs();
    // Nobody can ask for a pid there: only its silence tells.
    await app.infrastructure.db
      .updateTable('process')
      .set({ place: 'elsewhere' })
      .where('id', '=', run?.ownerId ?? '')
      .execute();
    await dead.stop('SIGKILL');
    expect(await asked).toBe('lost');
    await expect.poll(() => effects.openOf('/2'), { timeout: 5000 }).toBe(0);
    await expect.poll(() => effects.openOf('/2'), { timeout: 15_000, interval: 50 }).toBe(1);
    await finish(1);
  });

  async function finishFirst(): Promise<void> {
    await expect.poll(() => effects.openOf('/1'), patience).toBe(1);
    effects.answer('/1');
    await expect.poll(() => effects.openOf('/2'), patience).toBe(1);
  }
});

async function effectFlow(user: TestUser, host: string) {
  const at = { x: 0, y: 0 };
  const flow = new FlowBuilder(await readTemplates(user));
  let last = flow.add('startAgentflow', at, { startInputType: 'chatInput' });
  for (const step of steps) {
    const node = flow.add('httpAgentflow', at, { method: 'GET', url: `http://${host}/${step}` });
    flow.lead(last, node);
    last = node;
  }
  return flow.build();
}
