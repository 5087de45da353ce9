import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { withoutJob } from '../../../platform/jobs/without-job.ts';

export interface UnreadCall {
  id: string;
  workspaceId: string;
  agentId: string;
  versionId: string | null;
}

/** With what a call ran. */
export function findCall(db: Database, { workspaceId }: Scope, id: string): Promise<UnreadCall | undefined> {
  return db
    .selectFrom('call')
    .select(['id', 'workspaceId', 'agentId', 'versionId'])
    .where('id', '=', id)
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
}

/** Calls that have ended since a time, that have no analysis, and none queued. */
export function unreadCalls(db: Database, since: number): Promise<UnreadCall[]> {
  return db
    .selectFrom('call')
    .select(['id', 'workspaceId', 'agentId', 'versionId'])
    .where('endedAt', '>', since)
    .where('startedAt', 'is not', null)
    .where('analysis', 'is', null)
    .where(
      withoutJob(
        { table: 'call', id: 'id', jobColumn: 'subjectId' },
        { states: ['waiting', 'running'], kind: 'call-analysis' },
      ),
    )
    .execute();
}
