import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Logger } from 'pino';

const ownerOnly = 0o700;
const forOthers = 0o077;
const sticky = 0o1000;

/** Creates the home if it does not exist, and makes it private to the user that the server runs as. */
export function prepareHome(home: string, log: Pick<Logger, 'warn'>): void {
  mkdirSync(home, { recursive: true, mode: ownerOnly });
  const { mode, uid } = statSync(home);
  const isOwn = uid === process.getuid?.() && home !== homedir() && (mode & sticky) === 0;
  if ((mode & forOthers) !== 0) {
    // A shared folder that somebody chose is left as it is: the files in it are written for their owner alone.
    if (isOwn) chmodSync(home, ownerOnly);
    else log.warn({ home }, 'other users may look into the home; give Tendril a folder of its own');
  }
}

/** Logs when the server has more rights than it needs. */
export function warnOfRoot(log: Pick<Logger, 'warn'>, uid = process.getuid?.()): void {
  if (uid === 0) log.warn('running as root: a user of its own for Tendril is safer');
}
