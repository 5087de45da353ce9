import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { hashPassword } from '../features/account/auths/public.ts';
import { CommandError } from '../platform/backup/command-error.ts';
import { openInfrastructure } from '../platform/infrastructure.ts';
import type { Command } from './command.ts';

const usage = 'password EMAIL';
const passwordBytes = 15;

/** `tendril password EMAIL`. */
export const password: Command = {
  usage,
  sentence: 'Sets a new password for the person with this email, prints it, and ends their sessions.',

  async run([email, ...rest], config) {
    if (!email || rest.length > 0) throw new CommandError(`Usage: tendril ${usage}`);
    const made = randomBytes(passwordBytes).toString('base64url');
    const infrastructure = await openInfrastructure(config, pino({ level: 'silent' }));
    try {
      const now = Date.now();
      const passwordHash = await hashPassword(made);
      const user = await infrastructure.db
        .updateTable('user')
        .set({ passwordHash, updatedAt: now })
        .where('email', '=', email.trim().toLowerCase())
        .returning('id')
        .executeTakeFirst();
      if (!user) throw new CommandError(`Nobody here has the email "${email}".`);
      await infrastructure.db
        .updateTable('session_family')
        .set({ revokedAt: now })
        .where('userId', '=', user.id)
        .where('revokedAt', 'is', null)
        .execute();
      process.stdout.write(
        `Sign in with this password and change it under "Profile and password":\n${made}\n`,
      );
    } finally {
      await infrastructure.close();
    }
  },
};
