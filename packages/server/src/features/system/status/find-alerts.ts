import type { SystemStatus } from '@tendril/contract/api/system';

type Alert = SystemStatus['alerts'][number];

/** What is looked at. */
export interface Watched extends Omit<SystemStatus, 'alerts' | 'backfills'> {
  readonly isDatabaseReachable: boolean;
  readonly lastWriteErrorAt: number | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const leastFree = 0.1;
const recentMs = hourMs;

/** What needs a look, the most urgent first. */
export function findAlerts(watched: Watched, now = Date.now()): Alert[] {
  const { disk, lanes, processes, retention, lastWriteErrorAt, isDatabaseReachable } = watched;
  const about = (kind: Alert['kind'], process: string | null = null): Alert => ({ kind, process });
  const isFullDisk = disk !== null && disk.freeBytes < disk.totalBytes * leastFree;
  const isLate = lanes.some(({ oldestAt }) => oldestAt !== null && now - oldestAt > hourMs);
  // Each workspace is purged once an hour; a day late is no slow purge any more.
  const isBehind = retention.nextPurgeAt !== null && now - retention.nextPurgeAt > dayMs;
  const hasWriteErrors = lastWriteErrorAt !== undefined && now - lastWriteErrorAt < recentMs;
  return [
    ...(isDatabaseReachable ? [] : [about('database')]),
    ...(isFullDisk ? [about('disk')] : []),
    ...(hasWriteErrors ? [about('writes')] : []),
    ...processes
      .filter(({ state }) => state === 'silent')
      .map(({ host, pid }) => about('process', `${host} · ${pid}`)),
    ...(isLate ? [about('jobs')] : []),
    ...(isBehind ? [about('retention')] : []),
  ];
}
