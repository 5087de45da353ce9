import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ControlBus } from './bus/control-bus.ts';
import { openControlBus } from './bus/open-control-bus.ts';
import type { Config } from './config.ts';
import { type AuditLog, createAuditLog } from './db/audit-log.ts';
import { onDirectDatabase, openDatabase } from './db/client.ts';
import { type ConnectionWaits, createConnectionWaits } from './db/connection-waits.ts';
import { createDamageWatch, type DamageWatch } from './db/damage-watch.ts';
import { isOutdated, migrate } from './db/migrate.ts';
import { directUrl } from './db/pooled-connection.ts';
import { createHeavyReads, type HeavyReads } from './db/readers/heavy-reads.ts';
import type { Database } from './db/schema.ts';
import { createTextIndexer, type TextIndexer } from './db/search/text-indexer.ts';
import { startUpkeep } from './db/start-upkeep.ts';
import { createWriteGroup, type WriteGroup } from './db/write-group.ts';
import { createEgress } from './egress/egress.ts';
import { type PacedEgress, pacedEgress } from './egress/vendor-pace/paced-egress.ts';
import type { FileStore } from './files/file-store.ts';
import { openFiles } from './files/open-files.ts';
import { type Bucket, openBucket } from './files/s3/open-bucket.ts';
import { prepareHome } from './home-folder.ts';
import { type ApiKeys, createApiKeys } from './http/api-keys.ts';
import { type Assurance, createAssurance } from './http/assurance.ts';
import { type CallerTokens, createCallerTokens } from './http/caller-tokens.ts';
import { createGrants, type Grants } from './http/grants.ts';
import { createInternalAuth, type InternalAuth } from './http/internal-auth.ts';
import { type Counters, openCounters } from './limits/open-counters.ts';
import { createWorkspaceLimits, type WorkspaceLimits } from './limits/workspace-limits.ts';
import { createLocalModels, type LocalModels } from './local-embeddings/local-embeddings.ts';
import { callPlacesOf } from './processes/call-places.ts';
import { type CallProcesses, createCallProcesses } from './processes/call-processes.ts';
import { type HomeLock, lockHome } from './processes/home-lock.ts';
import { createPeerClient, type PeerClient } from './processes/peer-client.ts';
import { createProcessLoad, type ProcessLoad } from './processes/process-load.ts';
import {
  createProcessRegistry,
  type ProcessRegistry,
  type ProcessRegistryParts,
} from './processes/process-registry.ts';
import { productVersion } from './product-version.ts';
import { openVault } from './secrets/installation-key.ts';
import type { Vault } from './secrets/vault.ts';
import { measuredEgress } from './telemetry/measured-egress.ts';
import { type OtlpTarget, openOtlpTarget } from './telemetry/otlp-target.ts';
import { createServerMetrics, type ServerMetrics } from './telemetry/server-metrics.ts';

/** What stores and services are built from: everything below the routes, created once at start. */
export interface Infrastructure {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly bus: ControlBus;
  readonly reads: HeavyReads;
  readonly writes: WriteGroup;
  readonly texts: TextIndexer;
  readonly audit: AuditLog;
  readonly vault: Vault;
  readonly egress: PacedEgress;
  readonly localModels: LocalModels;
  readonly files: FileStore;
  /** Where files are, if not in the home. */
  readonly bucket: Bucket | undefined;
  readonly apiKeys: ApiKeys;
  readonly grants: Grants;
  readonly callerTokens: CallerTokens;
  readonly assurance: Assurance;
  readonly limits: WorkspaceLimits;
  readonly counters: Counters;
  readonly processes: ProcessRegistry;
  readonly peers: PeerClient;
  readonly callProcesses: CallProcesses;
  readonly internalAuth: InternalAuth;
  readonly damage: DamageWatch;
  readonly load: ProcessLoad;
  readonly connectionWaits: ConnectionWaits;
  readonly metrics: ServerMetrics;
  /** Where metrics and traces of the installation go, if anywhere. */
  readonly otlp: OtlpTarget | undefined;
  /** Finishes pending writes and closes database and sockets. */
  close(): Promise<void>;
}

/**
 * Opens everything and migrates the database to the newest schema. `home`: the lock of a server; a command has none,
 * and works beside a server of the same schema. Throws HomeInUseError for a command of a newer one.
 */
export async function openInfrastructure(
  config: Config,
  plainLog: Logger,
  home?: HomeLock,
): Promise<Infrastructure> {
  const id = randomUUID();
  const log = plainLog.child({ processId: id });
  prepareHome(config.home, log);
  const { metrics, connectionWaits, load } = openMeasures(config);
  const db = await openChecked(config, connectionWaits);
  const vault = await prepareDatabase(db, config, home);
  const reads = createHeavyReads(config, db);
  const bucket = openBucket(config);
  const { files, close: closeFiles } = openFiles(config, db, bucket, log);
  const otlp = openOtlpTarget(config);
  const writes = createWriteGroup(db, lanesOf(config), metrics);
  const texts = createTextIndexer({ db, writes, log });
  const upkeep = home ? startUpkeep(db, log) : undefined;
  const localModels = createLocalModels(config);
  const processes = registerProcess(config, { id, db, log, load: () => load.value });
  const internalAuth = createInternalAuth(vault.deriveKey('internal requests'), processes.id);
  const peers = createPeerClient(processes, internalAuth);
  const counters = openCounters({ config, db, log, vault });
  const bus = openControlBus({ config, db, log, vault, id, metrics });
  const egress = pacedEgress(measuredEgress(createEgress(config), metrics), bus);

  return {
    ...{ config, log, db, bus },
    reads,
    writes,
    texts,
    audit: createAuditLog(db, writes),
    vault,
    ...{ egress, localModels, files, bucket },
    apiKeys: createApiKeys(db, writes),
    ...createRights(db),
    assurance: createAssurance(db, writes),
    limits: createWorkspaceLimits(db, config),
    counters,
    processes,
    peers,
    callProcesses: createCallProcesses({ config, db, processes }),
    internalAuth,
    damage: createDamageWatch(config, log),
    load,
    connectionWaits,
    metrics,
    otlp,
    async close() {
      await upkeep?.close();
      await localModels.close();
      await texts.close();
      load.close();
      await writes.settle();
      await closeFiles();
      await bucket?.close();
      await bus.close();
      await peers.close();
      await counters.quick.close();
      await processes.close();
      await reads.close();
      await db.destroy();
      await Promise.all([egress.close(), otlp?.egress.close()]);
      home?.release();
    },
  };
}

/** What callers may do, and whom they are to access lists. */
function createRights(db: Database): Pick<Infrastructure, 'grants' | 'callerTokens'> {
  const grants = createGrants(db);
  return { grants, callerTokens: createCallerTokens(db, grants) };
}

/** What this process measures of itself, from before the database is open. */
function openMeasures(config: Config): Pick<Infrastructure, 'metrics' | 'connectionWaits' | 'load'> {
  const metrics = createServerMetrics();
  const connectionWaits = createConnectionWaits((ms) => metrics.dbPoolWait.record(ms / 1000));
  const places = { ...config, callPlaces: callPlacesOf(config) };
  return { metrics, connectionWaits, load: createProcessLoad(places, connectionWaits.takeLongestMs) };
}

function registerProcess(
  { roles }: Config,
  parts: Pick<ProcessRegistryParts, 'id' | 'db' | 'log' | 'load'>,
): ProcessRegistry {
  return createProcessRegistry({ ...parts, version: productVersion(), roles });
}

/** How many groups of writes are committed at once: half of the connections; the embedded database has one writer. */
function lanesOf({ databaseUrl, databasePool }: Config): number {
  return databaseUrl === undefined ? 1 : Math.max(1, Math.floor(databasePool / 2));
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

async function openChecked(config: Config, waits: ConnectionWaits): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const { requireDirectConnection } = await import('./db/require-direct-connection.ts');
    await requireDirectConnection(config);
  }
  return openDatabase(config, waits);
}

async function bringUpToDate(config: Config, db: Database, home: HomeLock | undefined): Promise<void> {
  if (config.databaseUrl !== undefined) {
    await onDirectDatabase(config, db, migrate);
    const { migrateJobQueue } = await import('./jobs/migrate-job-queue.ts');
    return migrateJobQueue(directUrl(config) ?? config.databaseUrl);
  }
  if (home) return migrate(db);
  if (!(await isOutdated(db))) return;
  const lock = lockHome(config.home);
  try {
    await migrate(db);
  } finally {
    lock.release();
  }
}
