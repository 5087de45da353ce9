import { inspect } from 'node:util';
import { buildApp } from './composition/app.ts';
import { openInfrastructure } from './composition/infrastructure.ts';
import { stopOnSignals } from './composition/stop.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { guardAgainstCrashes } from './platform/crash-guard.ts';
import { createLog } from './platform/log.ts';
import { lockHome } from './processes/home-lock.ts';

async function start(): Promise<void> {
  // Whatever we write is for this user alone: database, files, key.
  process.umask(0o077);
  const config = readConfig();
  const log = createLog(config);
  guardAgainstCrashes(log);
  // PostgreSQL takes several servers; the embedded database takes one.
  const home = config.databaseUrl === undefined ? lockHome(config.home) : undefined;
  const infrastructure = await openInfrastructure(config, log, home);
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
  const text = error instanceof ConfigError ? `Configuration: ${error.message}` : inspect(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
