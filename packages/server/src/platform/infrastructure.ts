import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type AuditLog, createAuditLog } from './db/audit-log.ts';
import { openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import type { Database } from './db/schema.ts';
import { createWriteGroup, type WriteGroup } from './db/write-group.ts';
import { createEgress, type Egress } from './egress/egress.ts';
import { createFileStore, type FileStore } from './files/file-store.ts';
import { prepareHome } from './home-folder.ts';
import { type ApiKeys, createApiKeys } from './http/api-keys.ts';
import { openVault } from './secrets/installation-key.ts';
import type { Vault } from './secrets/vault.ts';

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
  /** Finishes pending writes and closes database and sockets. */
  close(): Promise<void>;
}

/** Opens everything and brings the database to the newest schema. */
export async function openInfrastructure(config: Config, log: Logger): Promise<Infrastructure> {
  prepareHome(config.home, log);
  const db = await openDatabase(config);
  const vault = await prepareDatabase(db, config);
  const writes = createWriteGroup(db);
  const egress = createEgress(config);

  return {
    config,
    log,
    db,
    writes,
    audit: createAuditLog(db, writes),
    vault,
    egress,
    files: createFileStore(config.home),
    apiKeys: createApiKeys(db, writes),
    async close() {
      await writes.settle();
      await db.destroy();
      await egress.close();
    },
  };
}

/** The newest schema, and the key that the database was made with; closes it where one of them cannot be had. */
async function prepareDatabase(db: Database, config: Config): Promise<Vault> {
  try {
    await migrate(db);
    return await openVault(db, config);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
