import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../platform/backup/command-error.ts';
import { type KeyState, restoreBackup } from '../platform/backup/restore-backup.ts';
import type { Command } from './command.ts';

const keySentences: Record<KeyState, string> = {
  restored: 'The secrets key was in the backup and is in place.',
  matching: 'The present secrets key is the one of the backup.',
  missing:
    'The backup holds no secrets key. Put secret.key of the old home here, or set TENDRIL_SECRET_KEY, before you start the server: without it stored secrets cannot be read.',
  other:
    'The present secrets key is NOT the one of the backup: stored secrets cannot be read until you bring that one back.',
};

/** `tendril restore FILE [--force]`. */
export const restore: Command = {
  usage: 'restore FILE [--force]',
  sentence: 'Reads a backup into an empty home and database; --force replaces what is there.',

  async run(args, config) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { force: { type: 'boolean' } },
    });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new CommandError(`Usage: tendril ${restore.usage}`);
    const restored = await restoreBackup(config, resolve(file), { isReplacing: values.force ?? false });
    process.stdout.write(
      `Restored ${restored.database} of ${new Date(restored.madeAt).toISOString()} and ${restored.files} files into ${config.home}.\n`,
    );
    process.stdout.write(`${keySentences[restored.key]}\n`);
  },
};
