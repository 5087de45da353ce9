/** Runs work on the same key sequentially, on different keys concurrently. */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>();

  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve();
    const now = before.then(work, work);
    last.set(key, now);
    const forget = () => {
      if (last.get(key) === now) last.delete(key);
    };
    now.then(forget, forget);
    return now;
  };
}
