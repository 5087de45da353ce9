import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { directUrl } from '../db/pooled-connection.ts';
import type { Database } from '../db/schema.ts';
import type { Vault } from '../secrets/vault.ts';
import type { ControlBus } from './control-bus.ts';
import { createLocalBus } from './local-bus.ts';
import { postgresChannel } from './postgres-channel.ts';
import { redisChannel } from './redis-channel.ts';
import { startRevisionReader } from './revision-reader.ts';
import { createSharedBus } from './shared-bus.ts';

interface BusParts {
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'redisUrl'>;
  db: Database;
  log: Logger;
  vault: Pick<Vault, 'deriveKey'>;
  /** Of this process. */
  id: string;
  /** Receives how long each message took to come back to its sender, in seconds. */
  metrics: { busLag: { record(seconds: number): void } };
}

/**
 * The bus of this installation. The embedded database has one process, so nothing leaves it. On PostgreSQL, messages go
 * through Redis where there is one, else through the database, and each process reads the revisions of the others.
 */
export function openControlBus({ config, db, log, vault, id, metrics }: BusParts): ControlBus {
  const { redisUrl } = config;
  const url = directUrl(config);
  if (url === undefined) return createLocalBus(log);
  const installation = vault.deriveKey('control-bus').toString('hex').slice(0, 16);
  return createSharedBus({
    log,
    id,
    openChannel: redisUrl ? redisChannel(redisUrl, installation) : postgresChannel(url),
    onEcho: (ms) => metrics.busLag.record(ms / 1000),
    startReader: (delivery) => startRevisionReader({ db, log, delivery }),
  });
}
