/** How often we look at a job that another process may do: it cannot notify us. */
const askMs = 1000;

interface Listening {
  happened: Promise<void>;
  stop(): void;
}

/** Who waits for the end of which job. */
export function jobListeners() {
  const listeners = new Map<string, Set<() => void>>();
  return {
    notify(jobId: string): void {
      for (const listener of listeners.get(jobId) ?? []) listener();
    },

    listen(jobId: string, signal: AbortSignal): Listening {
      const { promise, resolve } = Promise.withResolvers<void>();
      const own = listeners.get(jobId) ?? new Set();
      listeners.set(jobId, own);
      const timer = setTimeout(resolve, askMs);
      own.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
      const stop = () => {
        clearTimeout(timer);
        own.delete(resolve);
        if (own.size === 0) listeners.delete(jobId);
        resolve();
      };
      return { happened: promise.then(stop), stop };
    },
  };
}
