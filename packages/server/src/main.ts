import cluster from 'node:cluster';
import { inspect } from 'node:util';
import { AppError } from '@tendril/contract/app-error';
import { buildApp } from './composition/app.ts';
import { stopOnSignals } from './composition/stop.ts';
import type { Config } from './platform/config.ts';
import { guardAgainstCrashes } from './platform/crash-guard.ts';
import { warnOfRoot } from './platform/home-folder.ts';
import { readHomeConfig } from './platform/home-settings.ts';
import { releaseIdleMemory } from './platform/idle-memory.ts';
import { type Infrastructure, openInfrastructure } from './platform/infrastructure.ts';
import { createLog } from './platform/log.ts';
import { lockHome } from './platform/processes/home-lock.ts';
import { internalAddress } from './platform/processes/internal-address.ts';
import { listenForPeers } from './platform/processes/internal-listener.ts';
import { processCount } from './platform/processes/process-count.ts';
import { describeStartFault } from './platform/start-fault.ts';

let home: string | undefined;

async function start(): Promise<void> {
  const config = readHomeConfig();
  home = config.home;
  const log = createLog(config);
  const count = processCount(config);
  if (count > 1 && cluster.isPrimary) {
    const { runChildren } = await import('./platform/processes/run-children.ts');
    return runChildren(count, log);
  }
  if (cluster.worker === undefined || cluster.worker.id === 1) warnOfRoot(log);
  guardAgainstCrashes(log);
  // PostgreSQL takes several servers; the embedded database takes one.
  const lock = config.databaseUrl === undefined ? lockHome(config.home) : undefined;
  const infrastructure = await openInfrastructure(config, log, lock);
  await checkBucket(infrastructure);
  const app = await buildApp(infrastructure);
  stopOnSignals(app, infrastructure);
  if (config.egressAllow.length > 0)
    log.warn({ hosts: config.egressAllow }, 'private addresses that flows may reach');
  const peers = cluster.isWorker ? await listenForPeers(app.fastify, config.host) : undefined;
  const address = await app.fastify.listen({ port: config.port, host: config.host });
  const [bound] = app.fastify.addresses();
  const reached = addressForPeers(config, peers ?? (typeof bound === 'object' ? bound : undefined));
  if (reached) await infrastructure.processes.announce(reached);
  // Several processes serve one address: the first one says it.
  if (!cluster.worker || cluster.worker.id === 1)
    process.stdout.write(`Tendril listens on ${config.publicUrl ?? address}\n`);
  await infrastructure.damage.look();
  releaseIdleMemory();
}

/** Where other processes reach this one. One of several that serve the same address has a port of its own there. */
function addressForPeers(
  { internalAddress: given }: Pick<Config, 'internalAddress'>,
  bound: Parameters<typeof internalAddress>[0] | undefined,
): string | undefined {
  if (!given) return bound && internalAddress(bound);
  if (!cluster.isWorker || !bound) return given;
  const url = new URL(given);
  url.port = String(bound.port);
  return url.origin;
}

/** Refuses to start with a wrong bucket or key; a storage that merely cannot be reached is only logged. */
async function checkBucket({ bucket, log }: Infrastructure): Promise<void> {
  await bucket?.check().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, bucket: bucket.name }, 'the file storage does not answer');
  });
}

async function run(): Promise<void> {
  if (process.argv.includes('--help')) {
    const { describeConfig } = await import('./platform/config-help.ts');
    process.stdout.write(describeConfig());
    return;
  }
  await start();
}

run().catch((error: unknown) => {
  process.stderr.write(`${describeStartFault(error, home) ?? inspect(error)}\n`);
  process.exitCode = 1;
  // The channel to the parent would keep it alive.
  cluster.worker?.disconnect();
});
