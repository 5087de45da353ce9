import { rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';

/** All pages in one step: in steps, each commit of the running server would begin the copy anew. */
const everyPage = 2 ** 31 - 1;

/** Copies a database that others go on writing to, as it was at one moment; `use` gets the copy's path. */
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

/** Names of the migrations that a database has had, in order; nothing for a database that is not ours. */
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

/** What SQLite finds wrong with a database; nothing when it is whole. */
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
    // Leaving the write-ahead log needs every other connection gone.
    const [row] = database.prepare('pragma journal_mode = delete').all();
    return row?.['journal_mode'] !== 'delete';
  } catch {
    return true;
  } finally {
    database.close();
  }
}
