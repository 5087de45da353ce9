import type { Job } from '@tendril/contract/api/jobs';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

interface JobTurn {
  jobId: string;
  /** Jobs that are done before it. */
  ahead: number;
  /** The knowledge base that is worked on now in its queue. */
  behind: string | null;
}

/** Why waiting jobs wait. */
export async function jobTurns(db: Database, scope: Scope, jobs: readonly Job[]): Promise<JobTurn[]> {
  const turns: JobTurn[] = [];
  for (const { id, state } of jobs) {
    if (state !== 'waiting') continue;
    const { rows } = await sql<{ ahead: number; behind: string | null }>`
      select count(*) as ahead, max(case when other.state = 'running' then store.name end) as behind
      from job own join job other on other.queue = own.queue and other.id <> own.id
        and other."workspaceId" = own."workspaceId" and (other.state = 'running' or (other.state = 'waiting'
          and (other."runAt" < own."runAt" or (other."runAt" = own."runAt" and other."createdAt" < own."createdAt"))))
      left join document_store store on store.id = other."subjectId"
      where own.id = ${id} and own."workspaceId" = ${scope.workspaceId}`.execute(db);
    const [row] = rows;
    turns.push({ jobId: id, ahead: Number(row?.ahead ?? 0), behind: row?.behind ?? null });
  }
  return turns;
}
