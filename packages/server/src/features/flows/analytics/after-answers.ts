import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Work that waits until the answers of this moment have left; what fails in it fails nobody else. */
export function afterAnswers(log: Logger) {
  const open = new Set<Promise<void>>();
  return {
    /** `ids`: of what the work is about, for the log. */
    add(ids: object, work: () => Promise<void>): void {
      const done = setImmediate()
        .then(work)
        .catch((error: unknown) => log.error({ err: error, ...ids }, 'making traces failed'))
        .finally(() => open.delete(done));
      open.add(done);
    },
    settle: () => Promise.all(open),
  };
}
