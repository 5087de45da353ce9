import type { Migration } from 'kysely/migration';

/** A change of the schema, and what may go on meanwhile. */
export interface SchemaMigration extends Migration {
  /** Runs outside of a transaction on a PostgreSQL in use, so that it locks nothing for long; it can be run again. */
  readonly isOnline?: true;
  /** Only adds what the release before does not look at: that release goes on working with the newer schema. */
  readonly isExpanding?: true;
}
