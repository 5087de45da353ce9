import { type Kysely, sql } from 'kysely';

interface RevisedTable {
  table: string;
  /** A `RevisedKind`. */
  what: string;
  /** The column that names the row; the workspace column, where only the workspace counts. */
  id: string;
  /** The columns of which something is cached; every column when absent. */
  columns?: readonly string[];
  /** Also when a row is added: others may have been refused, or lists cached, without it. */
  isAddedSeen?: boolean;
}

/**
 * Makes PostgreSQL record every change of these tables as a revision, in the change's own transaction: no store, import
 * or command can forget it, and rows that go with others are seen too.
 */
export async function addRevisionTriggers(
  db: Kysely<unknown>,
  tables: readonly RevisedTable[],
): Promise<void> {
  for (const { table, what, id, columns, isAddedSeen = false } of tables) {
    const call = sql`for each row execute function record_revision(${sql.lit(what)}, ${sql.lit(id)})`;
    const of = columns ? sql` of ${sql.join(columns.map((column) => sql.ref(column)))}` : sql``;
    const events = sql`delete or update${of}${isAddedSeen ? sql` or insert` : sql``}`;
    await sql`create trigger ${sql.ref(`${table}_revised`)} after ${events} on ${sql.table(table)} ${call}`.execute(
      db,
    );
  }
}

/** Creates the function that the triggers call. */
export async function createRevisionFunction(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function record_revision() returns trigger language plpgsql as $revised$
    declare
      changed jsonb;
    begin
      if tg_op = 'DELETE' then changed := to_jsonb(old); else changed := to_jsonb(new); end if;
      insert into revision ("workspaceId", what, "rowId")
        values (coalesce(changed ->> 'workspaceId', ''), tg_argv[0], changed ->> tg_argv[1]);
      return null;
    end $revised$`.execute(db);
}
