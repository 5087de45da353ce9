import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** How much of the embedded database is empty, and whether it gives that back by itself. */
interface FreePages {
  bytes: number;
  freeBytes: number;
  isIncremental: boolean;
}

const incremental = 2;

/** Measures the embedded database. */
export async function readFreePages(db: Database): Promise<FreePages> {
  const read = async (name: string): Promise<number> => {
    const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db);
    return Number(Object.values(rows[0] ?? {})[0] ?? 0);
  };
  const pageBytes = await read('page_size');
  return {
    bytes: (await read('page_count')) * pageBytes,
    freeBytes: (await read('freelist_count')) * pageBytes,
    isIncremental: (await read('auto_vacuum')) === incremental,
  };
}

/** Whether the disk has room for the copy that a whole vacuum writes, and for its log. */
export async function hasRoomToVacuum(home: string, { bytes, freeBytes }: FreePages): Promise<boolean> {
  const { bavail, bsize } = await statfs(join(home));
  return bavail * bsize > 2 * (bytes - freeBytes);
}
