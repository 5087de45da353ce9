import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './sequence-column.ts';

/** `addedMs` from now by the database's clock, in ms since 1970: the clocks of several machines never agree. */
export function databaseNow<S>(db: Kysely<S>, addedMs = 0): RawBuilder<number> {
  const added = sql.lit(Math.round(addedMs));
  return isPostgres(db)
    ? sql<number>`((extract(epoch from clock_timestamp()) * 1000)::bigint + ${added})`
    : sql<number>`(cast(unixepoch('subsec') * 1000 as integer) + ${added})`;
}
