/** The fields that have a value: in a change, undefined means unchanged. */
export function withoutUndefined<T extends object>(
  fields: {
    [Key in keyof T]?: T[Key] | undefined;
  },
): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
