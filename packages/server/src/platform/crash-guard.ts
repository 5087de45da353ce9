import type { Logger } from 'pino';

/**
 * Keeps one forgotten promise from ending everybody's work: it is logged as an error. An exception that nothing
 * caught leaves the process in a state nobody knows, so that one is logged and ends it.
 */
export function guardAgainstCrashes(log: Logger): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}
