import type { Database } from '../../../platform/db/schema.ts';

/** Processes of the installation that live: the tries of others are nobody's. */
export async function livingProcesses(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('process').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}
