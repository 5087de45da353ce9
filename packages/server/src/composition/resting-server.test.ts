import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { makeFolder } from '../testing/temporary-folder.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

/** Libraries that a start loads; one more makes every start slower, and stays in memory. */
const libraries = [
  '@fastify/compress',
  '@fastify/cookie',
  '@fastify/cors',
  '@fastify/helmet',
  '@fastify/multipart',
  '@fastify/rate-limit',
  '@fastify/static',
  '@fastify/websocket',
  'aws4fetch',
  'fastify',
  'kysely',
  'pino',
  'shell-quote',
  'zod',
];
/** What is loaded when it is first needed. */
const later =
  /\/(?:catalogue\/src\/(?:nodes|providers|interfaces|catalogue\.)|engine\/src\/(?:run-flow|compile-flow)|sip\/src\/session\/sip-endpoint|export-import\/import\.ts|db\/(?:known-)?migrations)\b/;

describe('a server at rest', () => {
  const home = makeFolder();
  const noted = join(home, 'noted');
  let server: ServerProcess;

  beforeAll(async () => {
    // The first start makes the database.
    const first = await startServer({ TENDRIL_HOME: home });
    expect(first.url, first.output()).not.toBe('');
    await first.stop('SIGTERM');
    const preload = pathToFileURL(join(import.meta.dirname, '../testing/note-loaded.ts'));
    const environment = { TENDRIL_HOME: home, NOTED: noted, NODE_OPTIONS: `--import ${preload}` };
    server = await startServer(environment);
    expect(server.url, server.output()).not.toBe('');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const lines = () => readFileSync(noted, 'utf8').trim().split('\n');

  it('has loaded no library but these', () => {
    const used = lines().flatMap((line) => {
      const [url = '', importer = ''] = line.split(' ');
      const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
      return name !== undefined && !importer.includes('/node_modules/') ? [name] : [];
    });
    expect([...new Set(used)].toSorted()).toEqual(libraries);
  });

  it('has loaded no nodes, vendors or migrations', () => {
    expect(lines().filter((line) => later.test(line.split(' ')[0] ?? ''))).toEqual([]);
  });

  it('has loaded its code in parts, none of which is large', () => {
    const sizes = lines()
      .join('\n')
      .split('flush')
      .map((part) => part.trim().split('\n').length);
    expect(Math.max(...sizes)).toBeLessThan(400);
  });

  // Only Linux tells the threads of a process.
  it.runIf(existsSync('/proc/self/task'))('runs no thread but those of Node itself', async () => {
    const folder = `/proc/${server.pid}/task`;
    const names = () =>
      readdirSync(folder).map((id) => readFileSync(join(folder, id, 'comm'), 'utf8').trim());
    // The database is looked through once, in a thread that ends.
    await expect
      .poll(() => [...new Set(names())].toSorted(), { timeout: 30_000 })
      .toEqual(['DelayedTaskSche', 'MainThread', 'SignalInspector', 'V8Worker', 'libuv-worker']);
  });
});
