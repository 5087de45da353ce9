import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../postgres/free-port.ts';
import { providePrivatePackage } from '../private-package.ts';
import { startProgram, type TestDatabase } from './test-database.ts';

const packages = ['@electric-sql/pglite@0.5.14', '@electric-sql/pglite-pgvector@0.0.15'];

/** Starts a private PostgreSQL with pgvector, which Debian 12 has no package of. */
export async function startPgvector(): Promise<TestDatabase | undefined> {
  const socket = provide();
  if (socket === undefined) return undefined;
  const port = await freePort();
  const script = fileURLToPath(new URL('./pgvector-server.mjs', import.meta.url));
  const started = await startProgram({
    name: 'PostgreSQL with pgvector',
    file: process.execPath,
    args: [script, dirname(dirname(dirname(socket))), String(port)],
    folder: mkdtempSync(join(tmpdir(), 'tendril-pgvector-')),
    port,
  });
  return { ...started, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
}

function provide(): string | undefined {
  try {
    return providePrivatePackage('@electric-sql/pglite-socket', '0.2.17', packages);
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
