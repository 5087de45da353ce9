/** What the server's thread does for lists, searches and ingestion at their worst: a third of its time, in stops. */
const interruptions = [
  { everyMs: 100, ms: 20 },
  { everyMs: 1000, ms: 150 },
];

/** Stops this thread again and again, until the function that it returns is called. */
export function keepBusy(): () => void {
  const timers = interruptions.map(({ everyMs, ms }) =>
    setInterval(() => {
      const until = performance.now() + ms;
      while (performance.now() < until);
    }, everyMs),
  );
  return () => timers.forEach(clearInterval);
}
