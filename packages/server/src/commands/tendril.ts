import { inspect } from 'node:util';
import { AppError } from '@tendril/contract/app-error';
import { CommandError } from '../platform/backup/command-error.ts';
import { readConfig } from '../platform/config.ts';
import { describeStartFault } from '../platform/start-fault.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { importCommand } from './import.ts';
import { newKey } from './new-key.ts';
import { password } from './password.ts';
import { restore } from './restore.ts';
import { workspace } from './workspace.ts';

/** Everything that `npm run tendril -- <name>` can do. */
const commands: Record<string, Command> = {
  backup,
  import: importCommand,
  password,
  restore,
  workspace,
  'new-key': newKey,
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
  await command.run(args, readConfig());
}

function record(error: unknown): string {
  if (error instanceof CommandError || error instanceof AppError) return error.message;
  return describeStartFault(error, undefined) ?? inspect(error);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${record(error)}\n`);
  process.exitCode = 1;
});
