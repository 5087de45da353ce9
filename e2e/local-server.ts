import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ownCheckout = fileURLToPath(new URL('..', import.meta.url));

export interface ServerOptions {
  /** Data folder of an earlier server; a new one when absent. */
  home?: string;
  port?: number;
  environment?: Record<string, string>;
  /** A module of the tests that is loaded before the server. */
  preload?: string;
  /** Options of Node, as the launcher gives them. */
  nodeOptions?: readonly string[];
  /** Another checkout, or a built package, whose server is started instead of this one's. */
  checkout?: string;
  /** How long it may take to be ready. */
  patienceMs?: number;
}

export interface LocalServer {
  url: string;
  home: string;
  process: ChildProcess;
  /** From the spawn to the first 200 of `/health/ready`. */
  readyMs: number;
  /** Everything the server printed. */
  log(): string;
  /** Ends the process with `signal` and waits; the data stays. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops and removes the data. */
  remove(): Promise<void>;
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilReady(
  url: string,
  child: ChildProcess,
  patienceMs: number,
  log: () => string,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new Error(`The server ended with ${ended}:\n${log()}`);
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready in ${patienceMs / 1000} s:\n${log()}`);
}

/** Starts the real server as a process of its own, on a data folder of its own. */
export async function startServer(options: ServerOptions = {}): Promise<LocalServer> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'tendril-server-')));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const preload = options.preload === undefined ? [] : ['--import', options.preload];
  const entry = join(options.checkout ?? ownCheckout, 'packages/server/src/main.mjs');
  const child = spawn(process.execPath, [...(options.nodeOptions ?? []), ...preload, entry], {
    env: {
      PATH: process.env.PATH,
      TENDRIL_HOME: home,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      FULL_DELAY_MS: '0',
      // Compiled code that an earlier server left, where the tests name a folder for it.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-200_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  await untilReady(url, child, options.patienceMs ?? 30_000, () => printed);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  return {
    url,
    home,
    process: child,
    readyMs: performance.now() - startedAt,
    log: () => printed,
    stop,
    async remove() {
      await stop('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}
