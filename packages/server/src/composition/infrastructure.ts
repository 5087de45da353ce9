import type { Logger } from 'pino';
import { productVersion } from '../features/system/version/version.service.ts';
import type { Config } from '../platform/config.ts';
import { type AuditLog, createAuditLog } from '../platform/db/audit-log.ts';
import { openDatabase } from '../platform/db/client.ts';
import { createDamageWatch, type DamageWatch } from '../platform/db/damage-watch.ts';
import { isOutdated, migrate } from '../platform/db/migrate.ts';
import type { Database } from '../platform/db/schema.ts';
import { createWriteGroup, type WriteGroup } from '../platform/db/write-group.ts';
import { createEgress, type Egress } from '../platform/egress/egress.ts';
import { createFileStore, type FileStore } from '../platform/files/file-store.ts';
import { isContentUsed } from '../platform/files/owned-files.ts';
import { type ApiKeys, createApiKeys } from '../platform/http/api-keys.ts';
import { readMasterKey } from '../platform/secrets/master-key.ts';
import { createVault, type Vault } from '../platform/secrets/vault.ts';
import { type HomeLock, lockHome } from '../processes/home-lock.ts';
import { createProcessRegistry, type ProcessRegistry } from '../processes/process-registry.ts';

/** What stores and services are built from: everything below the routes, made once at start. */
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
  readonly processes: ProcessRegistry;
  readonly damage: DamageWatch;
  /** Finishes pending writes and closes database and sockets. */
  close(): Promise<void>;
}

/**
 * Opens everything and brings the database to the newest schema. `home`: the lock of whoever serves; a command has
 * none, and works beside a server of the same schema. Throws HomeInUseError for a command of a newer one.
 */
export async function openInfrastructure(
  config: Config,
  log: Logger,
  home?: HomeLock,
): Promise<Infrastructure> {
  const vault = createVault(readMasterKey(config));
  const db = await openDatabase(config);
  await bringUpToDate(config, db, home);
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
