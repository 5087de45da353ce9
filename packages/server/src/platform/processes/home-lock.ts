import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../config.ts';

/** A lock on a home, held by this process until it is released or the process ends in any way. */
export interface HomeLock {
  release(): void;
}

/** Raised when another process holds the home; its message names that process. */
export class HomeInUseError extends ConfigError {
  override name = 'HomeInUseError';
}

interface Holder {
  pid: number;
  host: string;
  since: string;
}

const busy = 5;
/** An unreferenced lock would be garbage-collected. */
const held = new Set<DatabaseSync>();

/**
 * Locks a home for this process alone. The lock is the operating system's own, on an empty database file: it is
 * released with the process, even when that is killed, and depends on neither pids nor containers. A file beside it
 * names the holder, for the error message only. Throws HomeInUseError.
 */
export function lockHome(home: string): HomeLock {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const holderPath = join(home, '.server.json');
  const database = new DatabaseSync(join(home, '.server.lock'), { timeout: 0 });
  try {
    // Never committed, so nothing is ever written.
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode !== busy) throw error;
    throw new HomeInUseError(describe(home, readHolder(holderPath)));
  }
  writeHolder(holderPath);
  held.add(database);
  return {
    release() {
      if (!held.delete(database)) return;
      rmSync(holderPath, { force: true });
      database.close();
    },
  };
}

function describe(home: string, holder: Holder | undefined): string {
  const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process';
  return `${home} is in use by a Tendril that runs already (${who}). Stop that one first, or give this one another folder in TENDRIL_HOME; several servers need PostgreSQL (DATABASE_URL).`;
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    // It is just being written, or the disk was full.
    return undefined;
  }
}

function writeHolder(path: string): void {
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
  } catch {
    // A full disk must not prevent the start: the lock holds without it.
  }
}
