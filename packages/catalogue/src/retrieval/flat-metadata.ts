type Flat = string | number | boolean | string[];

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Metadata for databases that know plain values and lists of text only: inner objects are spread under joined names,
 * nothing is dropped but empty values.
 */
export function flatMetadata(
  metadata: Readonly<Record<string, unknown>>,
  separator = '.',
  prefix = '',
): Record<string, Flat> {
  const flat: Record<string, Flat> = {};
  for (const [name, value] of Object.entries(metadata)) {
    const key = prefix === '' ? name : `${prefix}${separator}${name}`;
    if (isPlain(value)) Object.assign(flat, flatMetadata(value, separator, key));
    else if (Array.isArray(value))
      flat[key] = value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      flat[key] = value;
    else if (value !== null && value !== undefined) flat[key] = String(value);
  }
  return flat;
}
