import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { createVoiceAgent } from '@tendril/contract/api/voice-agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideProgram } from '../tools/databases/provide-program.ts';
import { repositoryRoot } from '../tools/repository-root.ts';
import { ApiClient } from './api-client.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { makeModelFlow } from './model-flow.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';

interface Proxy {
  name: string;
  debianPackage: string;
  file: string;
  /** The file of `deploy/proxy` with the addresses of this test in it. */
  adapt(text: string, port: number, server: string): string;
  /** Checks the file and says whether it is right. */
  check(file: string): string[];
  serve(file: string, folder: string): string[];
}

const proxies: Proxy[] = [
  {
    name: 'haproxy',
    debianPackage: 'haproxy',
    file: 'haproxy.cfg',
    adapt: (text, port, server) =>
      text
        .replace('bind :8080', `bind 127.0.0.1:${port}`)
        .replace(/server-template web .*/, `server web1 ${server} check inter 200ms`)
        .replace('path_beg /media/1/', `path_beg ${mediaPath}/`)
        .replace(/server media .*/, `server media ${server}`),
    check: (file) => ['-c', '-f', file],
    serve: (file) => ['-db', '-f', file],
  },
  {
    name: 'nginx',
    debianPackage: 'nginx-light',
    file: 'nginx.conf',
    adapt: (text, port, server) =>
      text
        .replace('listen 8080', `listen 127.0.0.1:${port}`)
        .replace('http://127.0.0.1:$1', `http://${server}`)
        .replace(/server 127\.0\.0\.1:3001/, `server ${server}`)
        .replace(/ +server 127\.0\.0\.1:3002.*\n/, ''),
    check: (file) => ['-t', '-c', file],
    serve: (file, folder) => ['-c', file, '-p', folder, '-g', `daemon off; pid ${folder}/pid;`],
  },
  {
    name: 'caddy',
    debianPackage: 'caddy',
    file: 'Caddyfile',
    adapt: (text, port, server) =>
      `{\n\tadmin off\n}\n${text
        .replace('{$TENDRIL_SITE:http://:8080}', `http://127.0.0.1:${port}`)
        .replace(`${mediaPath}/* 127.0.0.1:3101`, `${mediaPath}/* ${server}`)
        .replace(/\{\$TENDRIL_SERVERS:[^}]*\}/, server)}`,
    check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
    serve: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

/** Of a process that carries calls; the port is that of an example. */
const mediaPath = '/media/3101';

let model: SlowModel;
let server: LocalServer;
let client: ApiClient;
let flowId: string;
let agentId: string;

beforeAll(async () => {
  model = await startSlowModel(60, 20);
  // It carries calls itself: the path of its own leads to it all the same.
  const environment = { EGRESS_ALLOW: `127.0.0.1:${model.port}`, MEDIA_URL: mediaPath };
  server = await startServer({ environment });
  client = await new ApiClient(server.url).registerOwner();
  flowId = await makeModelFlow(client, model.port);
  const made = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: 'Reception' },
  );
  agentId = made.data.id;
  await client.call('PUT', `${hubPrefix}/llms/${made.data.responseEngineLlmId}`, {
    credentialId: 'demo',
    beginMode: 'user',
  });
});
afterAll(async () => {
  await server?.remove();
  await model?.close();
});

describe.each(proxies)('behind $name', ({ name, debianPackage, file, adapt, check, serve }) => {
  let program: string | undefined;
  let folder: string;
  let child: ChildProcess;
  let address: string;
  let printed = '';

  beforeAll(async () => {
    program = await provideProgram([name, `/usr/sbin/${name}`], debianPackage);
    if (!program) return;
    folder = await mkdtemp(join(tmpdir(), 'tendril-proxy-'));
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const path = join(folder, file);
    const text = await readFile(join(repositoryRoot, 'deploy', 'proxy', file), 'utf8');
    await writeFile(path, adapt(text, port, server.url.replace('http://', '')));
    const environment = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const checking = spawn(program, check(path), { env: environment });
    checking.stderr.on('data', (part: Buffer) => (printed += part.toString()));
    const [code] = (await once(checking, 'exit')) as [number];
    if (code !== 0) throw new Error(`${name} refuses ${file}:\n${printed}`);
    child = spawn(program, serve(path, folder), { env: environment, stdio: 'pipe' });
    child.stderr?.on('data', (part: Buffer) => (printed += part.toString()));
    await untilServed(`${address}/health/live`, () => printed);
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('pages, signing in and the addresses that stay inside', async ({ skip }) => {
    if (!program) return skip(`${name} is not on this machine`);
    expect(await (await fetch(address)).text()).toContain('<title>Tendril');
    await new ApiClient(address).signIn();
    for (const path of ['/internal', '/internal/runs/x', '/metrics'])
      expect([403, 404], path).toContain((await fetch(address + path)).status);
  });

  it('the words of an answer come as the model says them', async ({ skip }) => {
    if (!program) return skip(`${name} is not on this machine`);
    const own = await new ApiClient(address).signIn();
    const body = { question: 'hello', streaming: true };
    const response = await own.send('POST', `internal-prediction/${flowId}`, body);
    let openAtFirstWord: number | undefined;
    let text = '';
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.includes('word1 ')) openAtFirstWord ??= model.open();
    }
    expect(openAtFirstWord).toBe(1);
    expect(text).toContain('word60 ');
  });

  it('the socket of a call', async ({ skip }) => {
    if (!program) return skip(`${name} is not on this machine`);
    const own = await new ApiClient(address).signIn();
    const call = await own.call<{ token: string; socketPath: string }>('POST', createCall.path, {
      agentId,
      channel: 'text',
      version: 'draft',
    });
    const socket = new WebSocket(`${address.replace('http', 'ws')}${call.socketPath}?token=${call.token}`);
    const [message] = (await once(socket as never, 'message')) as [MessageEvent<string>];
    expect(JSON.parse(message.data)).toMatchObject({ type: expect.any(String) });
    socket.close();
  });

  it('the line of a call at the path of the process that carries it, and nothing else there', async ({
    skip,
  }) => {
    if (!program) return skip(`${name} is not on this machine`);
    const own = await new ApiClient(address).signIn();
    const body = { agentId, channel: 'text', version: 'draft' };
    const call = await own.call<{ token: string; socketPath: string }>('POST', createCall.path, body);
    const line = `${address.replace('http', 'ws')}${mediaPath}${call.socketPath}?token=${call.token}`;
    const socket = new WebSocket(line);
    const [message] = (await once(socket as never, 'message')) as [MessageEvent<string>];
    expect(JSON.parse(message.data)).toMatchObject({ type: 'ready' });
    socket.close();
    for (const path of ['/metrics', '/health/live', '/internal/calls/places'])
      expect((await fetch(address + mediaPath + path)).headers.get('content-type'), path).not.toMatch(
        /version=0\.0\.4/,
      );
  });

  it('an upload of 30 MB', async ({ skip }) => {
    if (!program) return skip(`${name} is not on this machine`);
    const own = await new ApiClient(address).signIn();
    const refused = await own.send('POST', 'flows', 'x'.repeat(30_000_000));
    expect(refused.status, await refused.text()).toBe(413);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilServed(url: string, log: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isServed = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isServed) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} is not served:\n${log()}`);
}
