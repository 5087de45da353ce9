import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeCache } from '../testing/code-cache.ts';
import { gatedFlow, makeFlow, studio } from '../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../testing/gated-catalogue.ts';
import { makeKey } from '../testing/other-workspace.ts';
import { makeFolder } from '../testing/temporary-folder.ts';
import { createTestApp } from '../testing/test-app.ts';
import { closeApp, isEcho } from './stop.ts';

// Whole processes are started: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 90_000 });

const main = fileURLToPath(new URL('../main.mjs', import.meta.url));

describe('a stop whose time to finish is over', () => {
  it('ends streams with an error of their protocol and requests with a 503, and keeps the answers as interrupted', async () => {
    const { catalogue, gate } = gatedCatalogue();
    const test = await createTestApp({ catalogue });
    const user = await test.signIn();
    const key = await makeKey(test, user.caller.workspaceId);
    const base = await test.listen();
    const flowId = await makeFlow(user, await gatedFlow(user));
    const post = (path: string, body: object) =>
      fetch(`${base}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(path.startsWith(studio)
            ? {
                cookie: Object.entries(user.cookies)
                  .map((pair) => pair.join('='))
                  .join('; '),
                [csrfHeader]: user.cookies[csrfCookie] ?? '',
              }
            : { authorization: `Bearer ${key.key}` }),
        },
        body: JSON.stringify({ question: 'Well?', ...body }),
      });
    const own = post(`${studio}/flows/${flowId}/runs`, {});
    const embedded = post(`/api/v1/prediction/${flowId}`, { streaming: true });
    const completion = post('/v1/chat/completions', {
      model: flowId,
      messages: [{ role: 'user', content: 'Well?' }],
      stream: true,
    });
    const plain = post(`/api/v1/prediction/${flowId}`, {});
    const runs = () => test.infrastructure.db.selectFrom('run').select('status').execute();
    await expect.poll(async () => (await runs()).length).toBe(4);
    gate.say('So');
    await Promise.all([own, embedded, completion]);

    const closing = closeApp(test.app, 0);
    const message = 'The server stopped before this was finished. Try again in a moment.';
    expect(await (await own).text()).toContain(
      `event: error\ndata: {"code":"SERVER_DRAINING","message":"${message}"`,
    );
    expect(await (await embedded).text()).toContain(JSON.stringify({ event: 'error', data: message }));
    expect(await (await completion).text()).toContain(
      `{"error":{"message":"${message}","type":"server_error"`,
    );
    const refused = await plain;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ code: 'SERVER_DRAINING', message });
    await closing;
    expect((await runs()).map(({ status }) => status)).toEqual(Array(4).fill('interrupted'));
    await test.close();
  });
});

describe('the server as a process', () => {
  let home: string;
  let server: ChildProcess;
  let output = '';

  beforeEach(() => {
    home = makeFolder();
    output = '';
  });
  afterEach(() => {
    server.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });

  async function start(environment: Record<string, string> = {}): Promise<string> {
    server = spawn(process.execPath, [main], {
      env: { PATH: '', ...codeCache, TENDRIL_HOME: home, PORT: '0', ...environment },
    });
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (part) => (output += part));
    const exited = once(server, 'exit').then(() => '');
    const listening = new Promise<string>((resolve) => {
      server.stdout?.on('data', () => {
        const address = /listens on (http:\S+)/.exec(output)?.[1];
        if (address) resolve(address);
      });
    });
    return Promise.race([listening, exited]);
  }

  // Leaves a request half sent: it is under way until `finish`.
  async function begin(base: string): Promise<{ socket: Socket; finish: () => void }> {
    const body = JSON.stringify({ email: 'a@b.co', password: 'x' });
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/core/v1/auths/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    // The request is under way once a later one on another connection has been answered.
    await fetch(`${base}/health/live`);
    return { socket, finish: () => socket.write(body.slice(5)) };
  }

  it('finishes what is under way on SIGTERM, refuses new work at once, and ends with 0', async () => {
    const base = await start();
    expect((await fetch(`${base}/health/ready`)).status).toBe(200);
    const { socket, finish } = await begin(base);
    let answer = '';
    socket.on('data', (part) => (answer += part));

    server.kill('SIGTERM');
    let ready = 200;
    while (ready === 200) ready = (await fetch(`${base}/health/ready`)).status;
    expect(ready).toBe(503);
    const refused = await fetch(`${base}/api/v1/version`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'SERVER_DRAINING' });
    expect(refused.headers.get('retry-after')).toBeTruthy();

    const exit = once(server, 'exit');
    finish();
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect((await exit)[0]).toBe(0);
  });

  it.each([
    ['is gone', true],
    ['stands still', false],
  ])('ends on SIGTERM when the reader of its output %s with lines left unread', async (_state, isGone) => {
    const pipe = join(home, 'output');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY);
    server = spawn(process.execPath, [main], {
      env: { PATH: '', ...codeCache, TENDRIL_HOME: home, PORT: '0' },
      stdio: ['ignore', writer, 'ignore'],
    });
    closeSync(writer);
    const part = Buffer.alloc(65_536);
    await expect
      .poll(
        () => {
          try {
            output += part.toString('utf8', 0, readSync(reader, part));
          } catch {
            // Nothing there yet.
          }
          return output;
        },
        { timeout: 30_000 },
      )
      .toMatch(/listens on http/);
    const base = /listens on (http:\S+)/.exec(output)?.[1];
    // More lines than the pipe holds: the server goes on answering, and keeps them.
    for (let round = 0; round < 15; round += 1)
      await Promise.all(Array.from({ length: 40 }, (_, at) => fetch(`${base}/api/v1/none-${round}-${at}`)));
    const exit = once(server, 'exit');
    if (isGone) closeSync(reader);
    server.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    if (!isGone) closeSync(reader);
  });

  it('takes the same signal twice at once as one, as a process group delivers it', async () => {
    const base = await start();
    const { finish } = await begin(base);
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    server.kill('SIGTERM');
    let ready = 200;
    while (ready === 200) ready = (await fetch(`${base}/health/ready`)).status;
    finish();
    expect(await exit).toEqual([0, null]);
  });

  it('ends at once on a second signal, whatever is under way', async () => {
    const base = await start();
    await begin(base);
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    let ready = 200;
    while (ready === 200) ready = (await fetch(`${base}/health/ready`)).status;
    server.kill('SIGINT');
    expect(await exit).toEqual([1, null]);
  });

  it('knows an echo by its name and by its second', () => {
    const first = { signal: 'SIGTERM', atMs: 5000 } as const;
    expect(isEcho(first, { signal: 'SIGTERM', atMs: 5999 })).toBe(true);
    expect(isEcho(first, { signal: 'SIGTERM', atMs: 6000 })).toBe(false);
    expect(isEcho(first, { signal: 'SIGINT', atMs: 5001 })).toBe(false);
  });

  it.each([
    [{ TENDRIL_SECRET_KEY: 'c2hvcnQ=' }, 'TENDRIL_SECRET_KEY must hold base64 of at least 32 random bytes'],
    [{ PORT: 'seven' }, 'PORT'],
  ])('ATK-047: does not start with %o and says why', async (environment, reason) => {
    await start(environment);
    expect(server.exitCode).toBe(1);
    expect(output).toContain(reason);
  });

  it('logs what it was allowed to reach inside, and no secret, and keeps its files to itself', async () => {
    const base = await start({ EGRESS_ALLOW: '127.0.0.1:11434' });
    await fetch(`${base}/api/core/v1/auths/login?token=hush`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer hush-key',
        cookie: 'tendril_access=hush-cookie',
      },
      body: JSON.stringify({ email: 'a@b.co', password: 'hush-password' }),
    });
    server.kill('SIGTERM');
    await once(server, 'exit');
    for (const file of ['tendril.db', 'secret.key']) expect(statSync(join(home, file)).mode & 0o077).toBe(0);
    expect(output).toContain('127.0.0.1:11434');
    expect(output).toContain('"status":401');
    expect(output).not.toContain('hush');
  });
});
