import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Identifies the scope of this process's pid: one boot of one kernel, and within it one container. Undefined where that
 * cannot be determined, and pids of others mean nothing.
 */
export function processPlace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** Whether a process in this scope is alive; one that has reused the pid of another counts as that other. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
