import type { SystemStatus } from '@tendril/contract/api/system';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { describeDatabase } from './describe-database.ts';
import { findAlerts } from './find-alerts.ts';
import { gatherReports } from './gather-reports.ts';
import { listBackfills } from './list-backfills.ts';
import { listProcesses } from './list-processes.ts';
import type { ProcessReport } from './process-report.ts';
import { readWork } from './read-work.ts';

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
  const [work, backfills, database] = await Promise.all([
    readWork(db, processes),
    listBackfills(db),
    describeDatabase(db, config),
  ]);
  return { processes, ...work, backfills, database };
}
