import { CommandError } from '../platform/backup/command-error.ts';
import { openDatabase } from '../platform/db/client.ts';
import { migrate } from '../platform/db/migrate.ts';
import { replaceKeyMark } from '../platform/secrets/installation-key.ts';
import type { Command } from './command.ts';

const usage = 'new-key --secrets-are-lost';

/** `tendril new-key --secrets-are-lost`. */
export const newKey: Command = {
  usage,
  sentence:
    'For a lost secrets key: goes on with the present one, or makes one. Stored secrets have to be entered again, and everybody signs in again.',

  async run([consent, ...rest], config) {
    if (consent !== '--secrets-are-lost' || rest.length > 0)
      throw new CommandError(
        `Stored secrets cannot be read after this. If the old key is gone for good: tendril ${usage}`,
      );
    const db = await openDatabase(config);
    try {
      await migrate(db);
      await replaceKeyMark(db, config);
    } finally {
      await db.destroy();
    }
    process.stdout.write('The present key counts from now on. Enter the stored secrets again.\n');
  },
};
