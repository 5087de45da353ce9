import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../postgres/free-port.ts';
import { provideProgram } from './provide-program.ts';
import { startProgram, type TestDatabase } from './test-database.ts';

const password = 'mariadb-of-tests';
const account = `
flush privileges;
create user 'tendril'@'%' identified by '${password}';
grant all on *.* to 'tendril'@'%' with grant option;
create database tests;
`;

/** Fills an empty folder with the tables of the system; the usual script for that needs the client's package. */
async function createData(file: string, common: readonly string[]): Promise<void> {
  const beside = join(dirname(realpathSync(file)), '..', 'share', 'mysql');
  const scripts = existsSync(beside) ? beside : '/usr/share/mysql';
  const tables = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'].map((name) =>
    readFileSync(join(scripts, name), 'utf8'),
  );
  const child = spawn(file, [...common, '--bootstrap'], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end(['create database mysql;', 'use mysql;', ...tables, account].join('\n'));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('MariaDB could not create its tables.');
}

/** Starts a private MariaDB with a database "tests"; undefined on machines that cannot have one. */
export async function startMariadb(): Promise<TestDatabase | undefined> {
  const file = await provideProgram(['mariadbd'], 'mariadb-server-core');
  if (!file) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tendril-mariadb-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', `--datadir=${data}`, ...asRoot];
  await createData(file, common);
  const port = await freePort();
  const address = ['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${join(folder, 'socket')}`];
  // The data live as long as one run of the tests, so durability is switched off.
  const quick = ['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=16M'];
  const args = [...common, ...address, ...quick];
  const started = await startProgram({ name: 'MariaDB', file, args, folder, port });
  return { ...started, url: `mysql://tendril:${password}@127.0.0.1:${port}/tests` };
}
