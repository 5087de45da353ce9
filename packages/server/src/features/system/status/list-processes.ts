import type { SystemStatus } from '@tendril/contract/api/system';
import { databaseNow } from '../../../platform/db/database-clock.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';

type SystemProcess = SystemStatus['processes'][number];

/** Three missed beats. */
const silentMs = 9000;

/** The processes that share the database, the oldest first. */
export async function listProcesses({
  db,
  config,
  load,
  processes,
}: Pick<Infrastructure, 'db' | 'config' | 'load' | 'processes'>): Promise<SystemProcess[]> {
  const rows = await db
    .selectFrom('process')
    .selectAll()
    .select(databaseNow(db).as('now'))
    .orderBy('startedAt')
    .orderBy('id')
    .execute();
  // The one process of the embedded database sends no beats.
  const beats = isPostgres(db);
  return rows.map(
    ({ id, host, pid, version, state, roles, load: reported, startedAt, beatAt, now }): SystemProcess => {
      const isThis = id === processes.id;
      const isSilent = beats && now - beatAt > silentMs;
      return {
        ...{ id, host, pid, version, startedAt, isThis },
        state: isSilent ? 'silent' : state,
        roles: isThis ? [...config.roles] : (roles?.split(',') ?? null),
        load: isThis ? load.value : reported,
        beatAt: beats ? beatAt : now,
      };
    },
  );
}
