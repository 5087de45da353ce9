import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type AuditLog, createAuditLog } from './db/audit-log.ts';
import { openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import type { Database } from './db/schema.ts';
import { createWriteGroup, type WriteGroup } from './db/write-group.ts';
import { createEgress, type Egress } from './egress/egress.ts';
import { createFileStore, type FileStore } from './files/file-store.ts';
import { type ApiKeys, createApiKeys } from './http/api-keys.ts';
import { readMasterKey } from './secrets/master-key.ts';
import { createVault, type Vault } from './secrets/vault.ts';

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
  const vault = createVault(readMasterKey(config));
  const db = await openDatabase(config);
  await migrate(db);
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
