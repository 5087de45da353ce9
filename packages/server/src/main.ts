import { inspect } from 'node:util';
import { buildApp } from './composition/app.ts';
import { stopOnSignals } from './composition/stop.ts';
import { readConfig } from './platform/config.ts';
import { guardAgainstCrashes } from './platform/crash-guard.ts';
import { warnOfRoot } from './platform/home-folder.ts';
import { openInfrastructure } from './platform/infrastructure.ts';
import { createLog } from './platform/log.ts';
import { lockHome } from './platform/processes/home-lock.ts';
import { describeStartFault } from './platform/start-fault.ts';

let home: string | undefined;

async function start(): Promise<void> {
  const config = readConfig();
  home = config.home;
  const log = createLog(config);
  warnOfRoot(log);
  guardAgainstCrashes(log);
  // PostgreSQL takes several servers; the embedded database takes one.
  const lock = config.databaseUrl === undefined ? lockHome(config.home) : undefined;
  const infrastructure = await openInfrastructure(config, log, lock);
  const app = await buildApp(infrastructure);
  stopOnSignals(app, infrastructure);
  if (config.egressAllow.length > 0)
    log.warn({ hosts: config.egressAllow }, 'private addresses that flows may reach');
  const address = await app.fastify.listen({ port: config.port, host: config.host });
  process.stdout.write(`Tendril listens on ${config.publicUrl ?? address}\n`);
  await infrastructure.damage.look();
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
});
