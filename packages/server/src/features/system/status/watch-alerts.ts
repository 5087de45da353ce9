import type { SystemStatus } from '@tendril/contract/api/system';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { alertStore, type OpenAlert } from './alerts.store.ts';
import { findAlerts } from './find-alerts.ts';
import { gatherReports, type NamedReport, processName } from './gather-reports.ts';
import { listProcesses } from './list-processes.ts';
import type { ProcessReport } from './process-report.ts';
import { readWork } from './read-work.ts';

type Watching = Pick<Infrastructure, 'db' | 'config' | 'load' | 'log' | 'peers' | 'processes'>;
type SystemProcess = SystemStatus['processes'][number];

const lookMs = 30_000;

/**
 * Writes when alerts begin and end, and nothing in between. Every process looks, but only the one that has been up
 * longest goes on from there, so that the others are asked once. It is no job: that jobs wait is an alert.
 */
export function watchAlerts(
  { db, config, load, log, peers, processes }: Watching,
  report: () => Promise<ProcessReport>,
) {
  const store = alertStore(db);
  /** Since when the database has not answered: that can only be written afterwards. */
  let lostAt: number | null = null;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;

  async function noteLoss(): Promise<void> {
    if (lostAt !== null) await store.addEnded({ kind: 'database', process: null, since: lostAt });
    lostAt = null;
  }

  async function observe(known: readonly SystemProcess[]): Promise<void> {
    const [own, { lanes, nextPurgeAt }] = await Promise.all([report(), readWork(db, known)]);
    const reports = await gatherReports(known, peers, own);
    const alerts = findAlerts({
      ...{ processes: [...known], lanes, reports, isDatabaseReachable: true },
      retention: { days: config.eventRetentionDays, nextPurgeAt },
    });
    const open = await store.listOpen();
    const held = new Set(open.map(keyOf));
    const holding = new Set(alerts.map(keyOf));
    for (const alert of alerts) if (!held.has(keyOf(alert))) await store.begin(alert);
    for (const alert of open)
      if (!holding.has(keyOf(alert)) && isOver(alert, known, reports)) await store.end(alert);
  }

  async function look(): Promise<void> {
    const begunAt = Date.now();
    try {
      const known = await listProcesses({ db, config, load, processes });
      const isObserver = known.find(({ state }) => state === 'up')?.isThis ?? false;
      if (!isObserver) {
        lostAt = null;
        return;
      }
      await noteLoss();
      await observe(known);
    } catch (error) {
      if (lostAt === null) log.error({ err: error }, 'alerts cannot be written: it is tried again');
      lostAt ??= begunAt;
    }
  }

  function wait(): void {
    if (!isOpen) return;
    // With jitter, however many processes were started together.
    timer = setTimeout(() => void watch.look().finally(wait), lookMs * (0.8 + 0.4 * Math.random())).unref();
  }

  const watch = {
    start: wait,
    /** Looks now, or waits for the look that is under way. */
    look(): Promise<void> {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    async close(): Promise<void> {
      isOpen = false;
      clearTimeout(timer);
      await looking;
    },
  };
  return watch;
}

const keyOf = ({ kind, process }: { kind: string; process: string | null }) => `${kind} ${process ?? ''}`;

/** What only a process itself can tell is over when it says so, or is gone; not when it is slow to answer once. */
function isOver(
  { kind, process }: OpenAlert,
  known: readonly SystemProcess[],
  reports: readonly NamedReport[],
): boolean {
  if (kind !== 'disk' && kind !== 'writes') return true;
  const isAbout = (host: string, name: string) => process === host || process === name;
  return (
    reports.some((report) => isAbout(report.host, report.process)) ||
    !known.some((one) => isAbout(one.host, processName(one)))
  );
}
