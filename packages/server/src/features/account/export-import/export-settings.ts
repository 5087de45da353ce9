/**
 * A flow's configuration for export, without references to stored credentials. Text that is not an object is dropped.
 */
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
