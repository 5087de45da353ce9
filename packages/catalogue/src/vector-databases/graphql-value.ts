/** A JSON value as GraphQL writes it; the values of `enums` keys are names, not text. */
export function graphqlValue(value: unknown, enums: ReadonlySet<string>, key = ''): string {
  if (Array.isArray(value)) return `[${value.map((one) => graphqlValue(one, enums, key)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([name]) => isName(name))
      .map(([name, inner]) => `${name}:${graphqlValue(inner, enums, name)}`);
    return `{${fields.join(',')}}`;
  }
  if (enums.has(key) && typeof value === 'string' && isName(value)) return value;
  return JSON.stringify(value ?? null);
}

/** Whether a text can be a name in GraphQL: nothing else may be written into a query unquoted. */
export function isName(text: string): boolean {
  return /^[_A-Za-z]\w*$/.test(text);
}
