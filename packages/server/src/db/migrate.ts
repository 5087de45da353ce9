import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ground } from './migrations/0001-ground.ts';
import { chatMarks } from './migrations/0002-chat-marks.ts';
import { flowSettings } from './migrations/0003-flow-settings.ts';
import { upserts } from './migrations/0004-upserts.ts';
import { runParts } from './migrations/0005-run-parts.ts';

/** All migrations by name, in order; a released one is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-ground': ground,
  '0002-chat-marks': chatMarks,
  '0003-flow-settings': flowSettings,
  '0004-upserts': upserts,
  '0005-run-parts': runParts,
};

/** Brings the database to the newest schema in one transaction; throws the failing migration's error. */
export async function migrate<S>(
  db: Kysely<S>,
  wanted: Record<string, Migration> = migrations,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => wanted } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
