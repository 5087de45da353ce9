import { pino } from 'pino';
import { CommandError } from '../platform/backup/command-error.ts';
import { openInfrastructure } from '../platform/infrastructure.ts';
import type { Command } from './command.ts';

const usage = 'password-sign-in';

/** `tendril password-sign-in`: the way back in for an owner whose provider lets nobody in any more. */
export const passwordSignIn: Command = {
  usage,
  sentence: 'Lets people sign in with passwords again, where the owner has turned that off.',

  async run(args, config) {
    if (args.length > 0) throw new CommandError(`Usage: tendril ${usage}`);
    const infrastructure = await openInfrastructure(config, pino({ level: 'silent' }));
    try {
      const { numUpdatedRows } = await infrastructure.db
        .updateTable('sign_in_policy')
        .set({ isPasswordOff: 0, updatedAt: Date.now() })
        .where('isPasswordOff', '=', 1)
        .executeTakeFirst();
      const wasOff = numUpdatedRows > 0n;
      if (wasOff) await infrastructure.audit.record({ actor: 'system', action: 'passwords-turned-on' });
      process.stdout.write(
        wasOff
          ? 'Passwords are on again. Who has none gets one with: tendril password EMAIL\n'
          : 'Passwords were on already.\n',
      );
    } finally {
      await infrastructure.close();
    }
  },
};
