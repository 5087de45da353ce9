import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What a server holds at one moment. */
export interface SoakSample {
  readonly atMs: number;
  readonly memoryMb: number;
  /** Open files and sockets. */
  readonly handles: number;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Looks at a server's process and at its database, from outside. */
export async function takeSample(pid: number, home: string, atMs: number): Promise<SoakSample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  const handles = (await readdir(`/proc/${pid}/fd`)).length;
  return { atMs, memoryMb, handles, rows: countRows(join(home, 'tendril.db')) };
}

function countRows(file: string): Record<string, number> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' and name not like 'sqlite_%'",
      )
      .all() as { name: string }[];
    return Object.fromEntries(
      tables.map(({ name }) => {
        const row = database.prepare(`select count(*) as count from "${name}"`).get() as { count: number };
        return [name, row.count];
      }),
    );
  } finally {
    database.close();
  }
}
