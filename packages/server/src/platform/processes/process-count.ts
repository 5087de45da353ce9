import { availableParallelism } from 'node:os';
import { ConfigError } from '../config.ts';

/** How many processes serve this address. Throws ConfigError where there may be only one. */
export function processCount({
  processes,
  databaseUrl,
}: {
  processes: number | 'auto';
  databaseUrl: string | undefined;
}): number {
  const count = processes === 'auto' ? availableParallelism() : processes;
  if (count > 1 && databaseUrl === undefined)
    throw new ConfigError(
      'PROCESSES: several processes need PostgreSQL, and the embedded database takes one. "tendril grow --here" moves it to a PostgreSQL on this machine; DATABASE_URL names another.',
    );
  return count;
}
