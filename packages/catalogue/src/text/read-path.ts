function step(value: unknown, key: string): unknown {
  if (Array.isArray(value) && /^-?\d+$/.test(key)) return value.at(Number(key));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
    return Array.isArray(value) && key === 'length' ? value.length : undefined;
  }
  return (value as Record<string, unknown>)[key];
}

/** Reads `a.b[0].c` out of a value; a negative index counts from the end. Undefined when there is nothing. */
export function readPath(value: unknown, path: string): unknown {
  const keys = path.split(/[.[\]]+/).filter(Boolean);
  return keys.reduce(step, value);
}
