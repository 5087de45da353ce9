/**
 * Does `read` for the items in their order, a few at a time, and gives each result when it is its turn. A failure is
 * thrown at the turn of its item.
 */
export async function* readAhead<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
  ahead: number,
): AsyncGenerator<{ item: T; result: Promise<R> }> {
  const begun: { item: T; result: Promise<R> }[] = [];
  let next = 0;
  try {
    while (next < items.length || begun.length > 0) {
      while (next < items.length && begun.length < ahead) {
        const item = items[next] as T;
        next += 1;
        const result = read(item);
        // It is looked at when its turn comes.
        result.catch(() => undefined);
        begun.push({ item, result });
      }
      const first = begun.shift();
      if (first) yield first;
    }
  } finally {
    await Promise.allSettled(begun.map(({ result }) => result));
  }
}
