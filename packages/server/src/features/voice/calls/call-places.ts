/** The places of this process for calls. `carried`: how many calls have begun whose lines somebody is still on. */
export function callPlaces(carried: () => number) {
  /** Calls that are about to begin, once for each time that they are expected. */
  const expected = new Map<symbol, string>();

  return {
    /** Takes a place for a call until it begins, or until the function returned is called. */
    expect(id: string): () => void {
      const key = Symbol(id);
      expected.set(key, id);
      return () => void expected.delete(key);
    },

    isExpected: (id: string): boolean => [...expected.values()].includes(id),

    /** A call has begun: from now on its line holds its place. */
    begun(id: string): void {
      for (const [key, one] of expected) if (one === id) expected.delete(key);
    },

    /** How many are taken. */
    taken: (): number => carried() + new Set(expected.values()).size,
  };
}
