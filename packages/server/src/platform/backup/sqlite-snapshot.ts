import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';

/** All pages in one step: otherwise each commit of the running server would restart the copy. */
const everyPage = 2 ** 31 - 1;

/** Takes a consistent copy of a database in use; `use` gets the copy's path. */
export async function withSnapshot<T>(
  source: string,
  copy: string,
  use: (copy: string) => Promise<T>,
): Promise<T> {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 30_000 });
  try {
    await backup(database, copy, { rate: everyPage });
    return await use(copy);
  } finally {
    database.close();
    for (const side of ['', '-wal', '-shm', '-journal']) await rm(copy + side, { force: true });
  }
}

/** Names of the migrations that a database has had, in order; undefined for a foreign database. */
export function readMigrations(path: string): string[] | undefined {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare('select name from kysely_migration order by name').all();
    return rows.map((row) => String(row['name']));
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

/** SQLite's integrity problems of a database; undefined when it is intact. */
export function findFault(path: string): string | undefined {
  const database = new DatabaseSync(path);
  try {
    const [row] = database.prepare('pragma integrity_check(1)').all();
    const found = String(Object.values(row ?? {})[0]);
    return found === 'ok' ? undefined : found;
  } catch (error) {
    return (error as Error).message;
  } finally {
    database.close();
  }
}

/** Whether another process has the database open. */
export function isInUse(path: string): boolean {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Leaving WAL mode requires every other connection to be closed.
    const [row] = database.prepare('pragma journal_mode = delete').all();
    return row?.['journal_mode'] !== 'delete';
  } catch {
    return true;
  } finally {
    database.close();
  }
}
