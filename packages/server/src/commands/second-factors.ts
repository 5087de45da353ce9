import { pino } from 'pino';
import { CommandError } from '../platform/backup/command-error.ts';
import { openInfrastructure } from '../platform/infrastructure.ts';
import type { Command } from './command.ts';

const usage = 'second-factors EMAIL';

/** `tendril second-factors EMAIL`. */
export const secondFactors: Command = {
  usage,
  sentence:
    'Removes the authenticator app, the passkeys and the recovery codes of the person with this email, who has lost them, and ends their sessions.',

  async run([email, ...rest], config) {
    if (!email || rest.length > 0) throw new CommandError(`Usage: tendril ${usage}`);
    const infrastructure = await openInfrastructure(config, pino({ level: 'silent' }));
    try {
      await infrastructure.db.transaction().execute(async (trx) => {
        const user = await trx
          .selectFrom('user')
          .select('id')
          .where('email', '=', email.trim().toLowerCase())
          .executeTakeFirst();
        if (!user) throw new CommandError(`Nobody here has the email "${email}".`);
        for (const table of ['totp_factor', 'recovery_code', 'factor_attempt', 'passkey'] as const)
          await trx.deleteFrom(table).where('userId', '=', user.id).execute();
        await trx
          .updateTable('session_family')
          .set({ revokedAt: Date.now() })
          .where('userId', '=', user.id)
          .where('revokedAt', 'is', null)
          .execute();
      });
      process.stdout.write(
        'Removed. The password is asked for as before; a second factor can be set up again after signing in.\n',
      );
    } finally {
      await infrastructure.close();
    }
  },
};
