import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Vault } from '../secrets/vault.ts';
import { memoryCounters } from './memory-counters.ts';
import { redisCounters } from './redis-counters.ts';
import { rowCounters } from './row-counters.ts';
import type { UsageCounters } from './usage-counters.ts';

interface CounterParts {
  config: Pick<Config, 'databaseUrl' | 'redisUrl'>;
  db: Database;
  log: Logger;
  vault: Pick<Vault, 'deriveKey'>;
}

export interface Counters {
  /** Near to where the work is: windows may be forgotten by a restart. */
  readonly quick: UsageCounters;
  /** In the database, whichever it is: for attempts at passwords and codes. */
  readonly exact: UsageCounters;
}

/** Where this installation counts: one process in its memory, several in Redis where there is one, else in rows. */
export function openCounters({ config, db, log, vault }: CounterParts): Counters {
  const secret = vault.deriveKey('usage-counters');
  // Keys hold addresses and names of accounts.
  const hide = (key: string) => createHmac('sha256', secret).update(key).digest('base64url').slice(0, 32);
  const exact = rowCounters(db, hide);
  if (config.databaseUrl === undefined) return { exact, quick: memoryCounters() };
  if (!config.redisUrl) return { exact, quick: exact };
  const installation = secret.toString('hex').slice(0, 16);
  return { exact, quick: redisCounters({ url: config.redisUrl, installation, log, hide, meanwhile: exact }) };
}
