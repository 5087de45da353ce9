import { availableParallelism } from 'node:os';
import { CommandError } from '../platform/backup/command-error.ts';
import { createLocalDatabase } from '../platform/backup/create-local-database.ts';
import { growToPostgres, returnToHome } from '../platform/backup/grow.ts';
import type { Config } from '../platform/config.ts';
import { removeHomeSettings, writeHomeSettings } from '../platform/home-settings.ts';
import type { Command } from './command.ts';

const usage = 'grow [--here | --back]';
/** What `--here` writes, and `--back` removes. */
const settings = ['DATABASE_URL', 'PROCESSES'] as const;

type Place = Pick<Config, 'home' | 'databaseUrl'>;

/** `tendril grow`: from the embedded database to PostgreSQL; with `--back` from there into the home. */
export const grow: Command = {
  usage,
  sentence:
    'Moves the embedded database into the empty PostgreSQL that DATABASE_URL names, and compares every row before it counts; --here creates one in the PostgreSQL of this machine, and lets the server use every core; --back moves it into the home again. Servers are stopped before.',

  async run(args, config) {
    const [flag] = args;
    if (args.length > 1 || (flag !== undefined && flag !== '--here' && flag !== '--back'))
      throw new CommandError(`Usage: tendril ${usage}`);
    if (flag === '--here') await growHere(config);
    else if (flag === '--back') await back(config);
    else await move(config);
  },
};

async function move(config: Place): Promise<void> {
  report(await growToPostgres(config.home, requireUrl(config)));
  process.stdout.write(
    `Start the server with DATABASE_URL from now on. The embedded database is kept in ${config.home} as tendril.db.grown.\n`,
  );
}

async function growHere({ home, databaseUrl }: Place): Promise<void> {
  const url = databaseUrl ?? (await createLocalDatabase());
  report(await growToPostgres(home, url));
  await writeHomeSettings(home, { DATABASE_URL: url, PROCESSES: 'auto' });
  process.stdout.write(
    `Start the server as before: its settings are in ${home}/settings.env, and it serves with ${availableParallelism()} processes. The embedded database is kept there as tendril.db.grown.\n`,
  );
}

async function back(config: Place): Promise<void> {
  report(await returnToHome(config.home, requireUrl(config)));
  await removeHomeSettings(config.home, settings);
  process.stdout.write(
    `They are in ${config.home}: start the server without DATABASE_URL. PostgreSQL was left as it is.\n`,
  );
}

function requireUrl({ databaseUrl }: Place): string {
  if (databaseUrl === undefined)
    throw new CommandError('Set DATABASE_URL to the PostgreSQL: postgres://user:password@host:5432/name.');
  return databaseUrl;
}

function report({ tables, rows }: Awaited<ReturnType<typeof growToPostgres>>): void {
  process.stdout.write(`Moved ${rows} rows of ${tables} tables; every one of them was compared.\n`);
}
