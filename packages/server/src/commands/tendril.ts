import { inspect } from 'node:util';
import { AppError } from '@tendril/contract/app-error';
import { CommandError } from '../platform/backup/command-error.ts';
import { readHomeConfig } from '../platform/home-settings.ts';
import { describeStartFault } from '../platform/start-fault.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { files } from './files.ts';
import { grow } from './grow.ts';
import { importCommand } from './import.ts';
import { migrate } from './migrate.ts';
import { newKey } from './new-key.ts';
import { password } from './password.ts';
import { passwordSignIn } from './password-sign-in.ts';
import { restore } from './restore.ts';
import { secondFactors } from './second-factors.ts';
import { vacuum } from './vacuum.ts';
import { workspace } from './workspace.ts';

/** Everything that `npm run tendril -- <name>` can do. */
const commands: Record<string, Command> = {
  backup,
  files,
  grow,
  import: importCommand,
  migrate,
  password,
  restore,
  vacuum,
  workspace,
  'new-key': newKey,
  'password-sign-in': passwordSignIn,
  'second-factors': secondFactors,
};

function describeCommands(): string {
  const lines = Object.values(commands).map(({ usage, sentence }) => `  tendril ${usage}\n      ${sentence}`);
  return `Usage:\n${lines.join('\n')}\n`;
}

async function run([name = '', ...args]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === '--help' || name === 'help') return void process.stdout.write(describeCommands());
  if (!command) throw new CommandError(`There is no command "${name}".\n${describeCommands()}`);
  // What a command writes is readable by this user only, like everything the server writes.
  process.umask(0o077);
  await command.run(args, readHomeConfig());
}

function record(error: unknown): string {
  if (error instanceof CommandError || error instanceof AppError) return error.message;
  return describeStartFault(error, undefined) ?? inspect(error);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${record(error)}\n`);
  process.exitCode = 1;
});
