/** Runs work on the same key one after the other, on different keys side by side. */
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
