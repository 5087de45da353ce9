/** The object that a text of JSON holds, an empty text being an empty one; nothing for anything else. */
export function readMetadata(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    return isObject ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
