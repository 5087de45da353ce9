/** Asks for each key once, however often it comes. */
export function askOnce<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const before = known.get(key);
    if (before) return before;
    const answer = ask(key);
    known.set(key, answer);
    return answer;
  };
}
