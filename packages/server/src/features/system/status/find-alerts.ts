import type { SystemStatus } from '@tendril/contract/api/system';
import { type NamedReport, processName } from './gather-reports.ts';

type Alert = SystemStatus['alerts'][number];

/** What is looked at. */
export interface Watched extends Pick<SystemStatus, 'lanes' | 'processes' | 'retention'> {
  readonly isDatabaseReachable: boolean;
  /** How the processes are that have answered. */
  readonly reports: readonly NamedReport[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const leastFree = 0.1;
const recentMs = hourMs;
/** A rolling update is over by then. */
const mixedMs = hourMs;

/** What needs a look in the whole installation, the most urgent first. */
export function findAlerts(watched: Watched, now = Date.now()): Alert[] {
  const { reports, processes, isDatabaseReachable } = watched;
  return [
    ...(isDatabaseReachable ? [] : [about('database')]),
    ...earliest(reports.flatMap(({ bucketLostAt }) => bucketLostAt ?? [])).map((at) => about('bucket', at)),
    ...fullDisks(reports),
    ...reports
      .filter(({ lastWriteErrorAt: at }) => at !== null && now - at < recentMs)
      .map(({ lastWriteErrorAt, process }) => about('writes', lastWriteErrorAt, process)),
    ...processes
      .filter(({ state }) => state === 'silent')
      .map((process) => about('process', process.beatAt, processName(process))),
    ...mixedVersions(processes, now),
    ...lateWork(watched, now),
  ];
}

const about = (kind: Alert['kind'], since: number | null = null, process: string | null = null): Alert => ({
  ...{ kind, process, since },
});

const earliest = (times: readonly number[]): number[] => (times.length === 0 ? [] : [Math.min(...times)]);

/** Once for each host: its processes share the disk. */
function fullDisks(reports: readonly NamedReport[]): Alert[] {
  const full = reports.filter(({ disk }) => disk && disk.freeBytes < disk.totalBytes * leastFree);
  return [...new Set(full.map(({ host }) => host))].map((host) => about('disk', null, host));
}

/** Processes of several versions that have been up together for longer than an update takes. */
function mixedVersions(processes: Watched['processes'], now: number): Alert[] {
  const begun = new Map<string, number>();
  for (const { version, startedAt, state } of processes)
    if (state === 'up') begun.set(version, Math.min(startedAt, begun.get(version) ?? startedAt));
  const since = Math.max(...begun.values());
  return begun.size > 1 && now - since > mixedMs ? [about('versions', since)] : [];
}

function lateWork({ lanes, retention: { nextPurgeAt } }: Watched, now: number): Alert[] {
  const late = lanes.flatMap(({ oldestAt }) =>
    oldestAt !== null && now - oldestAt > hourMs ? oldestAt : [],
  );
  // Each workspace is purged once an hour; a day late is no slow purge any more.
  const isBehind = nextPurgeAt !== null && now - nextPurgeAt > dayMs;
  return [
    ...earliest(late).map((at) => about('jobs', at)),
    ...(isBehind ? [about('retention', nextPurgeAt)] : []),
  ];
}
