import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../postgres/free-port.ts';
import { provideProgram } from './provide-program.ts';
import { startProgram, type TestDatabase } from './test-database.ts';

/** Starts a private Redis that wants a password; undefined on machines that cannot have one. */
export async function startRedis(): Promise<TestDatabase | undefined> {
  // Debian's tools hold the server too, under the name of its checker; its package for servers would start one.
  const file = await provideProgram(['redis-server', 'valkey-server', 'redis-check-rdb'], 'redis-tools');
  if (!file) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tendril-redis-'));
  const port = await freePort();
  const password = 'redis-of-tests';
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
  const started = await startProgram({
    name: 'Redis',
    file,
    argv0: 'redis-server',
    args: [...args, '--requirepass', password],
    folder,
    port,
  });
  return { ...started, url: `redis://:${password}@127.0.0.1:${port}` };
}
