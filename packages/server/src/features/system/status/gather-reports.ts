import { hostname } from 'node:os';
import type { SystemStatus } from '@tendril/contract/api/system';
import type { PeerClient } from '../../../platform/processes/peer-client.ts';
import { type ProcessReport, processReport, readProcessReport } from './process-report.ts';

/** How a process is, with what people call it. */
export interface NamedReport extends ProcessReport {
  readonly process: string;
  /** Processes of one host have one disk. */
  readonly host: string;
}

type KnownProcess = SystemStatus['processes'][number];

/** The screen does not wait for a process that is slow to answer. */
const patienceMs = 1500;

export const processName = ({ host, pid }: Pick<KnownProcess, 'host' | 'pid'>) => `${host} · ${pid}`;

/** Reports of this process and of those that answer; the heartbeats of the others say enough. */
export async function gatherReports(
  processes: readonly KnownProcess[],
  peers: Pick<PeerClient, 'ask'>,
  own: ProcessReport,
): Promise<NamedReport[]> {
  const here = { host: hostname(), pid: process.pid };
  const others = processes.filter(({ isThis }) => !isThis);
  const reports = await Promise.all(
    others.map(async (other) => {
      const report = await askOne(peers, other.id);
      return report ? [{ ...report, host: other.host, process: processName(other) }] : [];
    }),
  );
  return [{ ...own, host: here.host, process: processName(here) }, ...reports.flat()];
}

async function askOne(peers: Pick<PeerClient, 'ask'>, id: string): Promise<ProcessReport | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await peers
    .ask(id, { method: 'GET', path: readProcessReport.path, signal })
    .catch(() => null);
  return processReport.safeParse(answer).data;
}
