import { type SqlBool, sql } from 'kysely';
import type { DoNotCallTable } from '../../../platform/db/batch-call-tables.ts';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

interface EntryFilter {
  search?: string | undefined;
  limit: number;
  before?: number | undefined;
  beforeNumber?: string | undefined;
}

/** Placeholders of a statement are few; numbers that are looked up at once, too. */
const atOnce = 500;

/** Rows of the numbers that a workspace places no call to. */
export function doNotCallStore(db: Database | DatabaseTransaction) {
  const own = ({ workspaceId }: Scope) => db.selectFrom('do_not_call').where('workspaceId', '=', workspaceId);

  return {
    /** Those that are there already stay as they are. */
    add: (rows: readonly DoNotCallTable[]) => insertMany(db, 'do_not_call', rows, { skipsPresent: true }),

    find: (scope: Scope, phoneNumber: string): Promise<DoNotCallTable | undefined> =>
      own(scope).selectAll().where('phoneNumber', '=', phoneNumber).executeTakeFirst(),

    /** Which of these numbers are on the list. */
    async among(scope: Scope, phoneNumbers: readonly string[]): Promise<Set<string>> {
      const found = new Set<string>();
      for (let at = 0; at < phoneNumbers.length; at += atOnce) {
        const rows = await own(scope)
          .select('phoneNumber')
          .where('phoneNumber', 'in', phoneNumbers.slice(at, at + atOnce))
          .execute();
        for (const { phoneNumber } of rows) found.add(phoneNumber);
      }
      return found;
    },

    /** The latest first. */
    page(scope: Scope, { search, limit, before, beforeNumber = '' }: EntryFilter): Promise<DoNotCallTable[]> {
      let query = own(scope).selectAll();
      if (search) {
        const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
        query = query.where(
          sql<SqlBool>`("phoneNumber" like ${pattern} escape '\\' or lower("note") like ${pattern} escape '\\')`,
        );
      }
      if (before !== undefined)
        query = query.where(({ eb, and, or }) =>
          or([
            eb('createdAt', '<', before),
            and([eb('createdAt', '=', before), eb('phoneNumber', '<', beforeNumber)]),
          ]),
        );
      return query.orderBy('createdAt', 'desc').orderBy('phoneNumber', 'desc').limit(limit).execute();
    },

    async count(scope: Scope): Promise<number> {
      const row = await own(scope)
        .select((one) => one.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    async remove({ workspaceId }: Scope, phoneNumbers: readonly string[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('do_not_call')
        .where('workspaceId', '=', workspaceId)
        .where('phoneNumber', 'in', phoneNumbers)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
