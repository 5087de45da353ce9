import type * as z from 'zod';
import { readSettings } from './flow-answer.ts';

const mostFaults = 200;

/**
 * A section of stored settings in the shape of its schema. API clients store what they like: invalid values are dropped
 * one by one, the rest stays.
 */
export function readStored<S extends z.ZodType<Record<string, unknown>>>(
  schema: S,
  text: string | null,
): z.output<S> {
  const value = readSettings(text);
  for (let count = 0; count < mostFaults; count += 1) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const fault = parsed.error.issues[0];
    if (!fault || !leaveOut(value, fault.path)) break;
  }
  return schema.parse({});
}

/** Removes the value at the path, or its nearest existing parent; returns whether it could. */
function leaveOut(value: Record<string, unknown>, path: readonly PropertyKey[]): boolean {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = path
      .slice(0, length - 1)
      .reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
    const key = path[length - 1];
    if (key === undefined || typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, key))
      continue;
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
    return true;
  }
  return false;
}
