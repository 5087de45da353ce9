import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../platform/backup/command-error.ts';
import { makeBackup } from '../platform/backup/make-backup.ts';
import type { Command } from './command.ts';

const megabyte = 1024 * 1024;

/** `tendril backup FILE [--with-key] [--force]`. */
export const backup: Command = {
  usage: 'backup FILE [--with-key] [--force]',
  sentence:
    'Writes database and files into one file while the server runs; the secrets key only with --with-key.',

  async run(args, config) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'with-key': { type: 'boolean' }, force: { type: 'boolean' } },
    });
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new CommandError(`Usage: tendril ${backup.usage}`);
    const path = resolve(file);
    const made = await makeBackup(config, path, {
      withKey: values['with-key'] ?? false,
      isReplacing: values.force ?? false,
    });
    const size = `${(made.bytes / megabyte).toFixed(1)} MB`;
    process.stdout.write(`Wrote ${path}: ${made.database}, ${made.files} files, ${size}.\n`);
    if (made.bucket !== undefined)
      process.stdout.write(
        `Uploads and recordings are in the bucket ${made.bucket}, and not in this file: turn on its versioning.\n`,
      );
    if (made.missing > 0)
      process.stdout.write(`${made.missing} files went away while the backup was being made.\n`);
    process.stdout.write(
      made.hasKey
        ? 'The secrets key is in it: anyone who has the file can read every stored secret.\n'
        : 'The secrets key is not in it: keep it apart, stored secrets cannot be read without it.\n',
    );
  },
};
