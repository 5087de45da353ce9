import type { Database } from '../../../platform/db/schema.ts';

export interface UnreadCall {
  id: string;
  workspaceId: string;
  agentId: string;
  versionId: string | null;
}

/** Calls that have ended since a time, that have no analysis, and none queued. */
export function unreadCalls(db: Database, since: number): Promise<UnreadCall[]> {
  return db
    .selectFrom('call')
    .select(['id', 'workspaceId', 'agentId', 'versionId'])
    .where('endedAt', '>', since)
    .where('startedAt', 'is not', null)
    .where('analysis', 'is', null)
    .where((call) =>
      call.not(
        call.exists(
          call
            .selectFrom('job')
            .select('job.id')
            .whereRef('job.subjectId', '=', 'call.id')
            .where('job.kind', '=', 'call-analysis')
            .where('job.state', 'in', ['waiting', 'running']),
        ),
      ),
    )
    .execute();
}
