import { sql } from 'kysely';
import { CommandError } from '../platform/backup/command-error.ts';
import { openDatabase } from '../platform/db/client.ts';
import { hasRoomToVacuum, readFreePages } from '../platform/db/free-pages.ts';
import { isOutdated } from '../platform/db/migrate.ts';
import { lockHome } from '../platform/processes/home-lock.ts';
import type { Command } from './command.ts';

const usage = 'vacuum [--check]';
const megabyte = 1024 * 1024;
const inMegabytes = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`;

/** `tendril vacuum`: rewrites the database without its free pages; from then on it shrinks by itself. */
export const vacuum: Command = {
  usage,
  sentence:
    'Rewrites the database file without what was deleted, while the server is stopped; from then on it shrinks by itself. --check only says how much is free.',

  async run(args, config) {
    const isCheck = args.length === 1 && args[0] === '--check';
    if (args.length > 0 && !isCheck) throw new CommandError(`Usage: tendril ${usage}`);
    if (config.databaseUrl !== undefined)
      throw new CommandError('PostgreSQL vacuums by itself; this is for the database in the home.');
    const lock = isCheck ? undefined : lockHome(config.home);
    const db = await openDatabase(config);
    try {
      await isOutdated(db);
      const before = await readFreePages(db);
      say(
        `The database has ${inMegabytes(before.bytes)}, of which ${inMegabytes(before.freeBytes)} are free.\n`,
      );
      if (isCheck) return void say(describeMode(before.isIncremental));
      if (!(await hasRoomToVacuum(config.home, before)))
        throw new CommandError(
          `The disk needs ${inMegabytes(2 * (before.bytes - before.freeBytes))} of free space for this. Nothing was changed.`,
        );
      await sql`pragma auto_vacuum = incremental`.execute(db);
      await sql`vacuum`.execute(db);
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
      say(`Now it has ${inMegabytes((await readFreePages(db)).bytes)}.\n`);
    } finally {
      await db.destroy();
      lock?.release();
    }
  },
};

function describeMode(isIncremental: boolean): string {
  return isIncremental
    ? 'What is free is given back while the server has little to do.\n'
    : 'It does not shrink by itself yet: stop the server and run "tendril vacuum" once.\n';
}

function say(text: string): void {
  process.stdout.write(text);
}
