/** Lets other requests run. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
