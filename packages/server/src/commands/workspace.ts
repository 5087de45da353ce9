import { pino } from 'pino';
import { createWorkspaceService } from '../features/account/people/public.ts';
import { CommandError } from '../platform/backup/command-error.ts';
import type { Config } from '../platform/config.ts';
import { publicAddress } from '../platform/http/public-address.ts';
import { openInfrastructure } from '../platform/infrastructure.ts';
import type { Command } from './command.ts';

const usage = 'workspace add NAME EMAIL';

/** `tendril workspace add NAME EMAIL`. */
export const workspace: Command = {
  usage,
  sentence:
    'Makes one more workspace for the person with this email: who has an account becomes its member, anybody else gets an invitation link.',

  async run([verb, name, email, ...rest], config) {
    if (verb !== 'add' || !name?.trim() || !email || rest.length > 0)
      throw new CommandError(`Usage: tendril ${usage}`);
    if (!/^\S+@\S+$/.test(email)) throw new CommandError(`"${email}" is not an email address.`);
    const infrastructure = await openInfrastructure(config, pino({ level: 'silent' }));
    try {
      const made = await createWorkspaceService(infrastructure).add(name.trim(), email.trim().toLowerCase());
      process.stdout.write(
        made.token === undefined
          ? `Made the workspace "${name.trim()}". ${made.personName} finds it beside the avatar after the next sign-in or reload.\n`
          : `Made the workspace "${name.trim()}". Send this link to ${email}; it works once, within seven days:\n${linkOf(config, made.token)}\n`,
      );
    } finally {
      await infrastructure.close();
    }
  },
};

function linkOf(config: Config, token: string): string {
  return `${publicAddress(config)}/?invite=${token}`;
}
