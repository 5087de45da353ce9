/** A flow's configuration as it travels: whatever names a stored secret stays here. Text that is no object is none. */
export function exportSettings(text: string | null): string {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return '';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  return JSON.stringify(value, (key, inner: unknown) => (/credential/i.test(key) ? undefined : inner));
}
