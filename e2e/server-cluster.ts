import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideProgram } from '../tools/databases/provide-program.ts';
import { freePort } from '../tools/postgres/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { repositoryRoot } from '../tools/repository-root.ts';
import { type LocalServer, startServer } from './local-server.ts';

/** Servers on one PostgreSQL, behind the HAProxy of `deploy/`. */
export interface ServerCluster {
  /** Of the proxy. */
  readonly url: string;
  readonly servers: readonly LocalServer[];
  /** What all of them have printed, those that have ended included. */
  log(): string;
  /** Stops one with `signal`, waits until it has ended, and starts it again at its address. */
  restart(index: number, signal?: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

interface ClusterOptions {
  processes: number;
  environment?: Record<string, string>;
  patienceMs?: number;
}

/** Starts them; undefined where this machine has no HAProxy. */
export async function startCluster(options: ClusterOptions): Promise<ServerCluster | undefined> {
  const program = await provideProgram(['haproxy', '/usr/sbin/haproxy'], 'haproxy');
  return program === undefined ? undefined : openCluster(program, options);
}

async function openCluster(
  program: string,
  { processes, environment = {}, patienceMs = 120_000 }: ClusterOptions,
): Promise<ServerCluster> {
  const postgres = await startPostgres();
  const shared = {
    DATABASE_URL: postgres.url,
    TENDRIL_SECRET_KEY: randomBytes(32).toString('base64'),
    ...environment,
  };
  const start = (place: { home?: string; port?: number }) =>
    startServer({ ...place, environment: shared, patienceMs });
  const servers: LocalServer[] = [];
  const ended: string[] = [];
  // One after the other: the first creates the tables.
  for (let index = 0; index < processes; index += 1) servers.push(await start({}));
  const proxy = await startProxy(program, servers);
  return {
    url: proxy.url,
    servers,
    log: () => [...ended, ...servers.map((server) => server.log())].join(''),
    async restart(index, signal = 'SIGTERM') {
      const server = servers[index];
      if (!server) return;
      await server.stop(signal);
      ended.push(server.log());
      servers[index] = await start({ home: server.home, port: Number(new URL(server.url).port) });
    },
    async close() {
      await proxy.close();
      await Promise.all(servers.map((server) => server.remove()));
      await postgres.stop();
    },
  };
}

interface Proxy {
  url: string;
  close(): Promise<void>;
}

async function startProxy(program: string, servers: readonly LocalServer[]): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'tendril-proxy-'));
  const port = await freePort();
  const lines = servers.map(({ url }, index) => `server web${index} ${new URL(url).host}`).join('\n    ');
  const text = (await readFile(join(repositoryRoot, 'deploy', 'proxy', 'haproxy.cfg'), 'utf8'))
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/server-template web .*/, lines);
  const path = join(folder, 'haproxy.cfg');
  await writeFile(path, text);
  const child = spawn(program, ['-db', '-f', path], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilServed(url, child);
  return {
    url,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilServed(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const isServed = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isServed) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error('The proxy serves nothing.');
}
