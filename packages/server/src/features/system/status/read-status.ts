import type { SystemStatus } from '@tendril/contract/api/system';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { describeDatabase } from './describe-database.ts';
import { findAlerts } from './find-alerts.ts';
import { gatherReports } from './gather-reports.ts';
import { listBackfills } from './list-backfills.ts';
import { listLanes } from './list-lanes.ts';
import { listProcesses } from './list-processes.ts';
import type { ProcessReport } from './process-report.ts';

/** The state of the installation now. What the database does not report is left out, and becomes an alert. */
export async function readStatus(
  infrastructure: Infrastructure,
  report: () => Promise<ProcessReport>,
): Promise<SystemStatus> {
  const { config, log, peers } = infrastructure;
  const [own, stored] = await Promise.all([
    report(),
    readStored(infrastructure).catch((error: unknown) => {
      log.error({ err: error }, 'the state of the system could not be read');
      return undefined;
    }),
  ]);
  const known = {
    disk: own.disk,
    processes: stored?.processes ?? [],
    lanes: stored?.lanes ?? [],
    backfills: stored?.backfills ?? [],
    database: stored?.database ?? {
      kind: config.databaseUrl === undefined ? ('sqlite' as const) : ('postgres' as const),
      sizeBytes: null,
      slowest: null,
      comparing: null,
    },
    retention: { days: config.eventRetentionDays, nextPurgeAt: stored?.nextPurgeAt ?? null },
  };
  const alerts = findAlerts({
    ...known,
    isDatabaseReachable: stored !== undefined,
    reports: await gatherReports(known.processes, peers, own),
  });
  return { ...known, alerts };
}

async function readStored(infrastructure: Infrastructure) {
  const { db, config } = infrastructure;
  const processes = await listProcesses(infrastructure);
  const [lanes, backfills, database, purge] = await Promise.all([
    listLanes(db, processes.filter(doesJobs).length),
    listBackfills(db),
    describeDatabase(db, config),
    db
      .selectFrom('data_retention')
      .select('nextPurgeAt')
      .where('isHeld', '=', 0)
      .orderBy('nextPurgeAt')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { processes, lanes, backfills, database, nextPurgeAt: purge?.nextPurgeAt };
}

function doesJobs({ state, roles }: SystemStatus['processes'][number]): boolean {
  return state === 'up' && (roles === null || roles.includes('work'));
}
