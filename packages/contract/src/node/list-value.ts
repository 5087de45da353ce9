import { parseShallowJson } from '../json/parse-shallow-json.ts';

/** The list that a value of a flow file holds, whether as such or as JSON text; undefined for anything else. */
export function readList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = parseShallowJson(value);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The groups of an `array` parameter; what is no group is left out. */
export function readGroups(value: unknown): Record<string, unknown>[] {
  return (readList(value) ?? []).filter(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
}

/** The numbers of a picker of days, in order: a list, or text with commas. */
export function readDays(value: unknown): number[] {
  const parts = readList(value) ?? (typeof value === 'number' ? [value] : String(value ?? '').split(','));
  const days = parts
    .map((part) => (String(part).trim() === '' ? Number.NaN : Number(part)))
    .filter((day) => Number.isInteger(day));
  return [...new Set(days)].sort((one, other) => one - other);
}
