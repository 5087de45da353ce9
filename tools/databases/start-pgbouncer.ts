import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../postgres/free-port.ts';
import { unprivilegedUser } from '../postgres/unprivileged-user.ts';
import { provideProgram } from './provide-program.ts';
import { startProgram, type TestDatabase } from './test-database.ts';

/**
 * Starts a private PgBouncer in front of every database of the PostgreSQL at `postgresUrl`, which gives each transaction
 * another connection; undefined on machines that cannot have one.
 */
export async function startPgbouncer(postgresUrl: string): Promise<TestDatabase | undefined> {
  const file = await provideProgram(['pgbouncer'], 'pgbouncer');
  if (!file) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tendril-pgbouncer-'));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  const server = new URL(postgresUrl);
  const settings = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    // Few for all: what held one longer than a transaction would hold up the others.
    'default_pool_size = 4',
    'max_client_conn = 200',
    'server_idle_timeout = 2',
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o644 });
  const started = await startProgram({ name: 'PgBouncer', file, args: [settings], folder, port, user });
  return { ...started, url: `postgres://tendril@127.0.0.1:${port}/postgres` };
}
