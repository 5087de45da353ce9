import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isProgram } from './find-program.ts';
import { privateFolder } from './launch/folders.mjs';
import { providePostgresBinaries } from './postgres/find-binaries.ts';
import { freePort } from './postgres/free-port.ts';
import { type SystemUser, unprivilegedUser } from './postgres/unprivileged-user.ts';
import { runProcess } from './run-process.ts';

/** A private PostgreSQL; its user may create databases, and nothing of it outlives `stop`. */
export interface PrivatePostgres {
  url: string;
  /** Ends it as a lost machine would: at once, with every connection. Its data stay until `stop`. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;

/** Another user may not have access to this checkout: it gets the downloaded programs in its own folder. */
function reachableBinaries(binaries: string, folder: string, user: SystemUser | undefined): string {
  if (!user || !binaries.startsWith(privateFolder)) return binaries;
  cpSync(dirname(binaries), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

async function createData(binaries: string, data: string, user: SystemUser | undefined): Promise<void> {
  const args = ['-D', data, '-U', 'tendril', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const result = await runProcess(join(binaries, 'initdb'), args, {
    ...user,
    cwd: dirname(data),
    isCaptured: true,
  });
  if (result.code !== 0) throw new Error(`initdb failed:\n${result.output}`);
}

/** Whether a standby can be made here: the downloaded PostgreSQL has no program that copies another one. */
export async function canHaveStandby(): Promise<boolean> {
  return isProgram(join(await providePostgresBinaries(), 'pg_basebackup'));
}

/** The data of a standby, which follows the server at `primaryUrl` until `pg_promote()` is called in it. */
async function copyData(
  binaries: string,
  data: string,
  user: SystemUser | undefined,
  primaryUrl: string,
): Promise<void> {
  const args = ['-d', primaryUrl, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  const result = await runProcess(join(binaries, 'pg_basebackup'), args, {
    ...user,
    cwd: dirname(data),
    isCaptured: true,
  });
  if (result.code !== 0) throw new Error(`pg_basebackup failed:\n${result.output}`);
}

async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-10_000);
    if (/ready to accept (?:read-only )?connections/.test(output)) resolve();
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`PostgreSQL ended while starting:\n${output}`)));
  const timer = setTimeout(
    () => reject(new Error(`PostgreSQL was not ready in time:\n${output}`)),
    readyWithinMs,
  );
  await promise.finally(() => clearTimeout(timer));
}

interface PostgresOptions {
  /** Commits wait for the disk, as those of an installation do. */
  isDurable?: boolean;
  /** The server that this one is a standby of. */
  primaryUrl?: string;
}

/** Starts a private PostgreSQL on a free loopback port, as an unprivileged user when this process is root. */
export async function startPostgres({
  isDurable = false,
  primaryUrl,
}: PostgresOptions = {}): Promise<PrivatePostgres> {
  const found = await providePostgresBinaries();
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'tendril-postgres-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (user) chownSync(folder, user.uid, user.gid);
  try {
    const binaries = reachableBinaries(found, folder, user);
    const data = join(folder, 'data');
    if (primaryUrl === undefined) await createData(binaries, data, user);
    else await copyData(binaries, data, user, primaryUrl);
    const port = await freePort();
    const args = [
      '-D',
      data,
      '-k',
      folder,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      // The data live as long as one run of the tests.
      ...(isDurable ? [] : ['-F', '-c', 'full_page_writes=off', '-c', 'max_wal_size=256MB']),
      '-c',
      'max_connections=200',
    ];
    const child = spawn(join(binaries, 'postgres'), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const endWithUs = () => child.kill('SIGQUIT');
    process.once('exit', endWithUs);
    await untilReady(child);
    const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
      process.off('exit', endWithUs);
      child.kill(signal);
      await ended;
    };
    const stop = async () => {
      await end('SIGINT');
      removeFolder();
    };
    return {
      url: `postgres://tendril@127.0.0.1:${port}/postgres`,
      kill: () => end('SIGQUIT'),
      stop,
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}
