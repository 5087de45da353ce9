/** Keeps the values that were used last, at most `max` of them. */
export function createFormatterCache<Value>(max: number) {
  const kept = new Map<string, Value>();

  return {
    has: (key: string): boolean => kept.has(key),
    get(key: string): Value | undefined {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key: string, value: Value): void {
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    },
  };
}
