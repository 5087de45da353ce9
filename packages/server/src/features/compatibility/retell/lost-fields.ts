type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isFields(value) && Object.keys(value).length === 0);

/** Paths of everything in `given` that is missing in `kept`. Empty values are not missed. */
export function lostFields(given: unknown, kept: unknown, path = ''): string[] {
  if (isNothing(given) || given === kept) return [];
  if (isFields(given) && isFields(kept))
    return Object.entries(given).flatMap(([key, value]) => lostFields(value, kept[key], within(path, key)));
  if (Array.isArray(given) && Array.isArray(kept)) {
    const names = given.map(nameOf);
    return given.flatMap((item, index) => {
      const name = names[index];
      // Removing an item shifts the rest of a list: named items are found by name.
      const same = name === undefined ? kept[index] : kept.find((other) => nameOf(other) === name);
      return lostFields(item, same, within(path, String(index)));
    });
  }
  return [path];
}

const within = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

function nameOf(item: unknown): string | undefined {
  const name = isFields(item) ? item['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
