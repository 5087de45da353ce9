import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Names where this process's pid means something: one start of one kernel, and within it one container. Undefined
 * where that cannot be told, and pids of others say nothing.
 */
export function processPlace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** Whether a process of this place lives; one that took over the number of another counts as that other. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
