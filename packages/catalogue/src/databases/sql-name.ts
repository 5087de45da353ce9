import { AppError } from '@tendril/contract/app-error';

/** A name of a table or a column, quoted as the database does; `schema.table` too. Throws FLOW_INVALID for what cannot be one. */
export function sqlName(name: string, quote: '"' | '`' = '"'): string {
  const parts = name.split('.');
  if (parts.length > 2 || !parts.every((part) => /^[\w$-]{1,63}$/.test(part)))
    throw new AppError('FLOW_INVALID', `"${name}" is not a name of a table or a column.`);
  return parts.map((part) => `${quote}${part}${quote}`).join('.');
}
