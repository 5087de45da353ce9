import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { ChildProcesses } from './child-processes.ts';

/**
 * Serves one address with several processes, and ends with them. This process only accepts connections and hands them
 * on in turn, so that the address answers whichever child is being replaced.
 */
export function runChildren(count: number, log: Logger): void {
  // In turn on every system: the kernel would prefer the child that was busy last.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const children = new ChildProcesses({
    count,
    log,
    fork: () => cluster.fork(),
    onEnd: (code) => process.exit(code),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => children.stop(signal));
  process.on('SIGHUP', () => {
    // The terminal was closed.
    if (process.stdin.isTTY) return children.stop('SIGTERM');
    children
      .replaceAll()
      .catch((error: unknown) => log.error({ err: error }, 'replacing the processes failed'));
  });
  children
    .start()
    .then(() => log.info({ count, pid: process.pid }, 'serving with several processes; SIGHUP replaces them'))
    .catch((error: unknown) => {
      log.fatal({ err: error }, 'the processes could not be started');
      process.exit(1);
    });
}
