import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';

/** Whether a column contains a text that is in small letters. */
export function contains(db: Database, column: string, text: string): RawBuilder<boolean> {
  const lowered = sql`lower(${sql.ref(column)})`;
  return isPostgres(db)
    ? sql<boolean>`strpos(${lowered}, ${text}) > 0`
    : sql<boolean>`instr(${lowered}, ${text}) > 0`;
}

/** A phone number as people compare it: digits, without the zeros that some dial instead of a plus. */
export function digits(value: string): string {
  return value.replaceAll(/\D/g, '').replace(/^00/, '');
}

/** What `digits` makes of it, of a column. */
export function digitsOf(column: string): RawBuilder<string> {
  const plain = ['+', ' ', '-', '(', ')', '.', '/'].reduce<RawBuilder<string>>(
    (inner, mark) => sql<string>`replace(${inner}, ${sql.lit(mark)}, '')`,
    sql<string>`${sql.ref(column)}`,
  );
  return sql<string>`case when ${plain} like '00%' then substr(${plain}, 3) else ${plain} end`;
}
