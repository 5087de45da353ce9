/** A list that was stored with a message, parsed or as JSON text; anything else is an empty list. */
export function readList<T extends object>(stored: unknown): T[] {
  const value = typeof stored === 'string' ? parse(stored) : stored;
  return Array.isArray(value)
    ? value.filter((item): item is T => typeof item === 'object' && item !== null)
    : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
