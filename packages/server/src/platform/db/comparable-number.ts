import { type RawBuilder, sql } from 'kysely';

/**
 * Any number that a caller names, to be compared with a column: PostgreSQL refuses a fraction, or a number that the
 * column could not hold, where it takes the parameter for one of the column's own type.
 */
export function comparableNumber(value: number): RawBuilder<number> {
  return Number.isSafeInteger(value)
    ? sql<number>`cast(${value} as bigint)`
    : sql<number>`cast(${value} as double precision)`;
}
