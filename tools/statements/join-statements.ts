/** What one process has said to its databases. */
export interface Recorded {
  sqlite: string[];
  postgres: string[];
}

const isOfServer = (text: string) =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !/kysely_migration|graphile_worker|pg_|sqlite_|information_schema|pragma|json_populate_recordset\(null::event,|_search\b|recursive numbers|nowhere|webhook_secret_by_owner|set_config|advisory/i.test(
    text,
  );

/** The same for statements that differ in how many values they are given. */
function shapeOf(text: string): string {
  return text
    .replace(/\$\d+/g, '?')
    .replace(/\(\?(, \?)*\)(, \(\?(, \?)*\))*/g, '(?)')
    .replace(/\s+/g, ' ');
}

/** Each kind of statement once, the shortest of its kind, in alphabetical order. */
export function joinStatements(parts: readonly Recorded[]): Recorded {
  const join = (kind: keyof Recorded) => {
    const found = new Map<string, string>();
    for (const text of parts.flatMap((part) => part[kind])) {
      if (!isOfServer(text)) continue;
      const shape = shapeOf(text);
      const known = found.get(shape);
      if (known === undefined || text.length < known.length) found.set(shape, text.replace(/\s+/g, ' '));
    }
    return [...found.values()].toSorted();
  };
  return { sqlite: join('sqlite'), postgres: join('postgres') };
}
