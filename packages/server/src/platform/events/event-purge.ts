import type { Logger } from 'pino';
import type { EventLog } from './events.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Deletes events past their retention, once an hour and never at start; 0 days keeps them for ever. Returns the
 * function that stops it.
 */
export function purgeEvents(events: EventLog, retentionDays: number, log: Logger): () => void {
  if (retentionDays === 0) return () => {};
  const timer = setInterval(() => {
    events
      .removeOlder(Date.now() - retentionDays * dayMs)
      .then((count) => count > 0 && log.info({ count }, 'deleted old events'))
      .catch((error: unknown) => log.error({ err: error }, 'deleting old events failed'));
  }, hourMs).unref();
  return () => clearInterval(timer);
}
