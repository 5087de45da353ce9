import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../start-error.ts';
import { infrastructure } from './migrations/0001-ground.ts';
import { chatMarks } from './migrations/0002-chat-marks.ts';
import { flowSettings } from './migrations/0003-flow-settings.ts';
import { upserts } from './migrations/0004-upserts.ts';
import { runParts } from './migrations/0005-run-parts.ts';
import { secrets } from './migrations/0011-secrets.ts';
import { toolkit } from './migrations/0012-toolkit.ts';
import { keys } from './migrations/0013-keys.ts';
import { assistants } from './migrations/0014-assistants.ts';
import { templates } from './migrations/0015-templates.ts';
import { knowledge } from './migrations/0016-knowledge.ts';
import { voiceAgents } from './migrations/0017-voice-agents.ts';
import { calls } from './migrations/0018-calls.ts';
import { voiceWebhooks } from './migrations/0019-voice-webhooks.ts';
import { voices } from './migrations/0020-voices.ts';
import { simulations } from './migrations/0021-simulations.ts';
import { webhookSecretOwners } from './migrations/0022-webhook-secret-owners.ts';
import { callEventNames } from './migrations/0023-call-event-names.ts';
import { trust } from './migrations/0024-trust.ts';
import { ownership } from './migrations/0025-ownership.ts';
import { flowFolders } from './migrations/0026-flow-folders.ts';
import { workspaceLimits } from './migrations/0027-workspace-limits.ts';
import { flowListIndexes } from './migrations/0028-flow-list-indexes.ts';
import { durableRuns } from './migrations/0029-durable-runs.ts';
import { flowTriggers } from './migrations/0030-flow-triggers.ts';
import { importReports } from './migrations/0031-import-reports.ts';
import { upsertRecords } from './migrations/0032-upsert-records.ts';

/** All migrations by name, in order; a released one is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-ground': infrastructure,
  '0002-chat-marks': chatMarks,
  '0003-flow-settings': flowSettings,
  '0004-upserts': upserts,
  '0005-run-parts': runParts,
  '0011-secrets': secrets,
  '0012-toolkit': toolkit,
  '0013-keys': keys,
  '0014-assistants': assistants,
  '0015-templates': templates,
  '0016-knowledge': knowledge,
  '0017-voice-agents': voiceAgents,
  '0018-calls': calls,
  '0019-voice-webhooks': voiceWebhooks,
  '0020-voices': voices,
  '0021-simulations': simulations,
  '0022-webhook-secret-owners': webhookSecretOwners,
  '0023-call-event-names': callEventNames,
  '0024-trust': trust,
  '0025-ownership': ownership,
  '0026-flow-folders': flowFolders,
  '0027-workspace-limits': workspaceLimits,
  '0028-flow-list-indexes': flowListIndexes,
  '0029-durable-runs': durableRuns,
  '0030-flow-triggers': flowTriggers,
  '0031-import-reports': importReports,
  '0032-upsert-records': upsertRecords,
};

/** Whether there is a migration that the database has not had yet. */
export async function isOutdated<S>(db: Kysely<S>): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  return (await migrator.getMigrations()).some(({ executedAt }) => executedAt === undefined);
}

/**
 * Brings the database to the newest schema in one transaction. Throws StartError for a database of a newer version, else
 * the failing migration's error.
 */
export async function migrate<S>(
  db: Kysely<S>,
  wanted: Record<string, Migration> = migrations,
): Promise<void> {
  await refuseNewer(db, wanted);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => wanted } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseNewer<S>(db: Kysely<S>, wanted: Record<string, Migration>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return;
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const unknown = rows.filter(({ name }) => !Object.hasOwn(wanted, name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new StartError(
      `The database is of a newer version of Tendril (it knows ${unknown.join(', ')}). Start that version, or restore a backup made before it.`,
    );
}
