import { infiniteQueryOptions } from '@tanstack/react-query';
import { exportAudit, listAudit } from '@tendril/contract/api/audit';
import type { SentQuery } from '@tendril/contract/api/endpoint';
import { call, toOutgoing } from '../../kit/api/call.ts';
import { send } from '../../kit/api/send.ts';

/** What of the log is shown; empty texts stand for everything. */
export interface AuditFilter {
  search: string;
  actor: string;
  area: string;
  /** How far back, in ms; 0: to the beginning. */
  sinceMs: number;
}

export const wholeLog: AuditFilter = { search: '', actor: '', area: '', sinceMs: 0 };

function toQuery({ search, actor, area, sinceMs }: AuditFilter): SentQuery<typeof exportAudit> {
  return {
    ...(search !== '' && { search }),
    ...(actor !== '' && { actor }),
    ...(area !== '' && { area }),
    ...(sinceMs > 0 && { from: Date.now() - sinceMs }),
  };
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, {
        query: { ...toQuery(filter), limit: 50, ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (previous) => previous,
    staleTime: 0,
  });

/** The chosen part of the log as CSV. */
export async function readAuditCsv(filter: AuditFilter): Promise<string> {
  const response = await send(toOutgoing(exportAudit, { query: toQuery(filter) as Record<string, string> }));
  return response.text();
}
