import type { Logger } from 'pino';

/**
 * Logs unhandled rejections instead of crashing, because one forgotten promise must not end everybody's work. An
 * uncaught exception leaves the process in an unknown state, so it is logged and ends the process.
 */
export function guardAgainstCrashes(log: Logger): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}
