/** Said of a connection that brought nothing for so long that it may be dead without anybody having closed it. */
export class SilentConnection extends Error {
  constructor() {
    super('The connection has gone silent.');
    this.name = 'SilentConnection';
  }
}

/** What `open` delivers over its connection; closes it and throws `SilentConnection` after `limitMs` of silence. */
export async function* untilSilent<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
  limitMs: number,
): AsyncGenerator<T> {
  const connection = new AbortController();
  const source = open(AbortSignal.any([signal, connection.signal]))[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(source.next(), limitMs);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A dead connection does not react to `return`: it must be aborted.
    connection.abort();
  }
}

async function within<T>(coming: Promise<T>, limitMs: number): Promise<T> {
  if (!Number.isFinite(limitMs)) return coming;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SilentConnection()), limitMs);
  // Errors of a closed connection have already been reported.
  coming.catch(() => undefined);
  try {
    return await Promise.race([coming, promise]);
  } finally {
    clearTimeout(timer);
  }
}
