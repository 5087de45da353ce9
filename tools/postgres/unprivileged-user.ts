import { readFileSync } from 'node:fs';

/** A system user's numeric ids. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** Reads a user's ids from the text of /etc/passwd. */
export function findUser(passwd: string, name: string): SystemUser | undefined {
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([user]) => user === name);
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}

/** The user to run PostgreSQL as, which refuses root: postgres or nobody; undefined when this process is not root. */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = readFileSync('/etc/passwd', 'utf8');
  const user = findUser(passwd, 'postgres') ?? findUser(passwd, 'nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and this machine has no user postgres or nobody.');
  return user;
}
