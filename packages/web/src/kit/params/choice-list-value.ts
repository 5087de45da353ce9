/** The chosen names of a multiOptions value: JSON text or a list. */
export function readChoices(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string' || value === '') return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}

/** Chosen names as a flow keeps them; '' for none. */
export function writeChoices(names: readonly string[]): string {
  return names.length === 0 ? '' : JSON.stringify(names);
}
