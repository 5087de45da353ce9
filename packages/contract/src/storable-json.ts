/** JSON.stringify writes these as escapes; a text that only speaks of them looks the same, and is found harmless below. */
const suspicious = /\\u(?:0000|d[89a-f])/;

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** JSON that every database can also look into: NUL signs and halves of signs, which PostgreSQL's `jsonb` refuses, are gone. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!suspicious.test(json)) return json;
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return storable(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [storable(name), inner]));
  });
}
