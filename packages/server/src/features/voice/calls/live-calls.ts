import type { LiveCall } from './live-call.ts';

const flushMs = 1000;

/** The calls in progress in this process. */
interface LiveCalls {
  add(call: LiveCall): void;
  remove(call: LiveCall): void;
  find(id: string): LiveCall | undefined;
  has(id: string): boolean;
  /** Ends all of them; resolves when their ends are on disk. */
  endAll(): Promise<void>;
}

/** Keeps calls while they last; calls `flush` once a second for each that has something new. */
export function createLiveCalls(flush: (call: LiveCall) => void): LiveCalls {
  const calls = new Map<string, LiveCall>();
  let timer: NodeJS.Timeout | undefined;

  const tick = () => {
    // Before its beginning is on disk, a call has nothing to append to.
    for (const call of calls.values())
      if (call.session && (call.log.isDirty || call.line.transport)) flush(call);
  };

  return {
    add(call) {
      calls.set(call.row.id, call);
      timer ??= setInterval(tick, flushMs).unref();
    },
    remove(call) {
      calls.delete(call.row.id);
      if (calls.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    find: (id) => calls.get(id),
    has: (id) => calls.has(id),
    async endAll() {
      const open = [...calls.values()];
      for (const call of open) {
        call.log.emit({ type: 'call-error', code: 'SERVER_DRAINING', message: 'The server is stopping.' });
        call.hangUp('error_unknown');
      }
      await Promise.all(open.map((call) => call.ended));
    },
  };
}
