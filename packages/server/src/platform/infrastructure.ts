import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type AuditLog, createAuditLog } from './db/audit-log.ts';
import { openDatabase } from './db/client.ts';
import { createDamageWatch, type DamageWatch } from './db/damage-watch.ts';
import { isOutdated, migrate } from './db/migrate.ts';
import type { Database } from './db/schema.ts';
import { createWriteGroup, type WriteGroup } from './db/write-group.ts';
import { createEgress, type Egress } from './egress/egress.ts';
import { createFileStore, type FileStore } from './files/file-store.ts';
import { isContentUsed } from './files/owned-files.ts';
import { prepareHome } from './home-folder.ts';
import { type ApiKeys, createApiKeys } from './http/api-keys.ts';
import { createWorkspaceLimits, type WorkspaceLimits } from './limits/workspace-limits.ts';
import { type HomeLock, lockHome } from './processes/home-lock.ts';
import { createProcessRegistry, type ProcessRegistry } from './processes/process-registry.ts';
import { productVersion } from './product-version.ts';
import { openVault } from './secrets/installation-key.ts';
import type { Vault } from './secrets/vault.ts';

/** What stores and services are built from: everything below the routes, created once at start. */
export interface Infrastructure {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly writes: WriteGroup;
  readonly audit: AuditLog;
  readonly vault: Vault;
  readonly egress: Egress;
  readonly files: FileStore;
  readonly apiKeys: ApiKeys;
  readonly limits: WorkspaceLimits;
  readonly processes: ProcessRegistry;
  readonly damage: DamageWatch;
  /** Finishes pending writes and closes database and sockets. */
  close(): Promise<void>;
}

/**
 * Opens everything and migrates the database to the newest schema. `home`: the lock of a server; a command has none,
 * and works beside a server of the same schema. Throws HomeInUseError for a command of a newer one.
 */
export async function openInfrastructure(
  config: Config,
  log: Logger,
  home?: HomeLock,
): Promise<Infrastructure> {
  prepareHome(config.home, log);
  const db = await openDatabase(config);
  const vault = await prepareDatabase(db, config, home);
  const writes = createWriteGroup(db);
  const egress = createEgress(config);
  const processes = createProcessRegistry({ db, log, version: productVersion() });

  return {
    config,
    log,
    db,
    writes,
    audit: createAuditLog(db, writes),
    vault,
    egress,
    files: createFileStore(config.home, (...content) => isContentUsed(db, ...content)),
    apiKeys: createApiKeys(db, writes),
    limits: createWorkspaceLimits(db, config),
    processes,
    damage: createDamageWatch(config, log),
    async close() {
      await writes.settle();
      await processes.close();
      await db.destroy();
      await egress.close();
      home?.release();
    },
  };
}

/**
 * Migrates to the newest schema, and loads the key that the database was created with; closes the database if either
 * fails.
 */
async function prepareDatabase(db: Database, config: Config, home: HomeLock | undefined): Promise<Vault> {
  try {
    await bringUpToDate(config, db, home);
    return await openVault(db, config);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function bringUpToDate(config: Config, db: Database, home: HomeLock | undefined): Promise<void> {
  if (config.databaseUrl !== undefined || home) return migrate(db);
  if (!(await isOutdated(db))) return;
  const lock = lockHome(config.home);
  try {
    await migrate(db);
  } finally {
    lock.release();
  }
}
