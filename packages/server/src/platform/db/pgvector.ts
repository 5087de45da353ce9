import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** Whether the database compares vectors: `addable` where its server has pgvector, and nobody has added it to the database. */
interface PgvectorState {
  state: 'usable' | 'addable' | 'old' | 'missing';
  /** Empty where it is missing. */
  version: string;
}

/** Filters are held against what a graph meets from this version on. */
const leastVersion = [0, 8] as const;

/** What a PostgreSQL database has of pgvector. */
export async function findPgvector(db: Database): Promise<PgvectorState> {
  const { rows } = await sql<{ installed: string | null; offered: string | null }>`
    select installed_version as installed, default_version as offered
    from pg_available_extensions where name = 'vector'`.execute(db);
  const version = rows[0]?.installed ?? rows[0]?.offered ?? '';
  if (version === '') return { state: 'missing', version };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > leastVersion[0] || (major === leastVersion[0] && minor >= leastVersion[1]);
  if (!isEnough) return { state: 'old', version };
  return { state: rows[0]?.installed ? 'usable' : 'addable', version };
}
