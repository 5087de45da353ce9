import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'tendril-tests-';

/** What the databases and folders of a whole run take stays far below it. */
const neededBytes = 6 * 1024 ** 3;

/**
 * Has the temporary files of this process and its children in memory, on machines that have enough of it. Tests create
 * and remove thousands of databases, and a disk takes most of a second for each.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!hasRoom()) return;
  removeLeft();
  const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`));
  // The user that PostgreSQL runs as has a folder in it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const free = Math.min(bavail * bsize, process.availableMemory());
    return free >= neededBytes && mayRunPrograms(readFileSync('/proc/mounts', 'utf8'));
  } catch {
    return false;
  }
}

/** Some tests write programs and run them. */
function mayRunPrograms(mounts: string): boolean {
  const options = mounts
    .split('\n')
    .find((line) => line.split(' ')[1] === memory)
    ?.split(' ')[3];
  return options !== undefined && !options.split(',').includes('noexec');
}

/** Removes the folders of processes that were killed before they could. */
function removeLeft(): void {
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (!isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
