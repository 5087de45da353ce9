import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where each process is reached by the others, whether it is stopping, and how busy it is. */
export const processAddresses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // SQLite adds one column at a time.
    await db.schema.alterTable('process').addColumn('address', 'text').execute();
    await db.schema
      .alterTable('process')
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('up'))
      .execute();
    await db.schema.alterTable('process').addColumn('load', 'real').execute();
  },
};
