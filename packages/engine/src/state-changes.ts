/** A plain value as what it changes in another: in a list what is added, in an object the keys that differ. */
export type Change =
  | { same: true }
  | { value: unknown }
  | { keeps: number; adds: unknown[] }
  | { sets: Record<string, Change>; drops: string[] };

type Plain = Record<string, unknown>;

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listChange(base: readonly unknown[], value: readonly unknown[]): Change {
  let keeps = 0;
  while (keeps < base.length && keeps < value.length && Object.is(base[keeps], value[keeps])) keeps += 1;
  return { keeps, adds: value.slice(keeps) };
}

function objectChange(base: Plain, value: Plain): Change {
  const sets: [string, Change][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const change = Object.hasOwn(base, key) ? changeTo(base[key], item) : { value: item };
    if (!('same' in change)) sets.push([key, change]);
  }
  // Not assigned one by one: a key may be called __proto__.
  return {
    sets: Object.fromEntries(sets),
    drops: Object.keys(base).filter((key) => value[key] === undefined),
  };
}

/** What a value changes in another. What both share by identity is not looked into. */
export function changeTo(base: unknown, value: unknown): Change {
  if (Object.is(base, value)) return { same: true };
  if (Array.isArray(base) && Array.isArray(value)) return listChange(base, value);
  return isObject(base) && isObject(value) ? objectChange(base, value) : { value };
}

/** The other way round: the value that `changeTo` was given. */
export function withChange(base: unknown, change: Change): unknown {
  if ('same' in change) return base;
  if ('value' in change) return change.value;
  if ('adds' in change) return [...(base as unknown[]).slice(0, change.keeps), ...change.adds];
  const { sets, drops } = change;
  const kept = Object.entries(base as Plain).filter(([key]) => !drops.includes(key));
  const own = Object.fromEntries(kept);
  const set = Object.entries(sets).map(([key, one]): [string, unknown] => [
    key,
    withChange(Object.hasOwn(own, key) ? own[key] : undefined, one),
  ]);
  return { ...own, ...Object.fromEntries(set) };
}
