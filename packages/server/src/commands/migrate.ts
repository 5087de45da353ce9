import pino from 'pino';
import { CommandError } from '../platform/backup/command-error.ts';
import type { Config } from '../platform/config.ts';
import { createBackfillRunner } from '../platform/db/backfills/backfill-runner.ts';
import { backfillStore } from '../platform/db/backfills/backfills.store.ts';
import { knownBackfills } from '../platform/db/backfills/known-backfills.ts';
import { onDirectDatabase, openDatabase } from '../platform/db/client.ts';
import { isOutdated, migrate as migrateSchema } from '../platform/db/migrate.ts';
import type { Database } from '../platform/db/schema.ts';
import { lockHome } from '../platform/processes/home-lock.ts';
import type { Command } from './command.ts';

const usage = 'migrate [--status | --pause <name> | --resume <name>]';
const sayEveryMs = 1000;

/** `tendril migrate`: brings the database to the schema of this version, and moves what is in it. */
export const migrate: Command = {
  usage,
  sentence:
    'Brings the database to the schema of this version, and moves what is in it, beside running servers where it is PostgreSQL. It may be ended at any time and goes on where it was; so do the servers.',

  async run(args, config) {
    const [option, name, ...more] = args;
    const changes = option === '--pause' || option === '--resume';
    const isStatus = option === '--status' && name === undefined;
    if (more.length > 0 || (option !== undefined && !isStatus && !(changes && name !== undefined)))
      throw new CommandError(`Usage: tendril ${usage}`);
    const db = await openDatabase(config);
    try {
      if (option === undefined) return await migrateAll(db, config);
      if (await isOutdated(db))
        throw new CommandError('The database has the schema of an older version: run "tendril migrate".');
      if (changes) await setPaused(db, name ?? '', option === '--pause');
      await sayProgress(db);
    } finally {
      await db.destroy();
    }
  },
};

async function migrateAll(db: Database, config: Config): Promise<void> {
  const lock = config.databaseUrl === undefined ? lockHome(config.home) : undefined;
  try {
    await onDirectDatabase(config, db, migrateSchema);
  } finally {
    lock?.release();
  }
  say('The schema is that of this version.\n');
  let saidAt = 0;
  const runner = createBackfillRunner({ db, log: pino({ level: 'silent' }), backfills: knownBackfills });
  await runner.runAll(new AbortController().signal, async () => {
    if (performance.now() - saidAt < sayEveryMs) return;
    saidAt = performance.now();
    await sayProgress(db);
  });
  await runner.close();
  await sayProgress(db);
}

async function setPaused(db: Database, name: string, isPaused: boolean): Promise<void> {
  if (!(await backfillStore(db).setPaused(name, isPaused)))
    throw new CommandError(
      `There is nothing called "${name}" that could be ${isPaused ? 'paused' : 'resumed'}.`,
    );
}

async function sayProgress(db: Database): Promise<void> {
  for (const { name, state, done, total, error } of await backfillStore(db).list()) {
    const share =
      total > 0 ? `, about ${Math.min(100, Math.floor((Number(done) * 100) / Number(total)))} %` : '';
    const fault = error === null ? '' : ` (last attempt: ${error})`;
    say(
      `${name}: ${state}, ${Number(done).toLocaleString('en')} rows${state === 'done' ? '' : share}${fault}\n`,
    );
  }
}

function say(text: string): void {
  process.stdout.write(text);
}
