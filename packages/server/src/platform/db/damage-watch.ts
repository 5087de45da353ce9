import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

const megabyte = 1024 * 1024;
/** Checking more would keep the disk busy for long; `tendril backup` and restores check all of it. */
const mostMb = 512;

/** Knows whether the embedded database was found damaged. */
export interface DamageWatch {
  /** Checks the database once, concurrently with the server's work. Resolves when done. */
  look(): Promise<void>;
  /** Throws UNAVAILABLE, in words, once damage was found. */
  refuseDamaged(): void;
}

/** Finds damaged pages before a chat does. PostgreSQL has checksums of its own. */
export function createDamageWatch(
  { databaseUrl, home }: Pick<Config, 'databaseUrl' | 'home'>,
  log: Logger,
): DamageWatch {
  let fault: string | undefined;
  return {
    async look() {
      const path = join(home, 'tendril.db');
      if (databaseUrl !== undefined || statSync(path).size > mostMb * megabyte) return;
      fault = await quickCheck(path).catch((error: unknown) => {
        log.error({ err: error }, 'the database could not be looked through');
        return undefined;
      });
      if (fault !== undefined)
        log.fatal({ fault }, 'the database is damaged: stop the server and restore a backup');
    },
    refuseDamaged() {
      if (fault === undefined) return;
      throw new AppError('UNAVAILABLE', 'The database is damaged. Stop the server and restore a backup.');
    },
  };
}

function quickCheck(path: string): Promise<string | undefined> {
  const worker = new Worker(new URL('./quick-check.worker.ts', import.meta.url), { workerData: path });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once('message', (found: string | null) => resolve(found ?? undefined));
    worker.once('error', reject);
  });
}
