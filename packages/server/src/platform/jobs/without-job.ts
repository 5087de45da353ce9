import { type Expression, type SqlBool, sql } from 'kysely';
import type { JobTable } from '../db/knowledge-tables.ts';

interface Subject {
  /** The table of the rows; each has a workspace. */
  table: string;
  /** The column that names the row. */
  id: string;
  /** The column of a job that names it too. */
  jobColumn: 'key' | 'subjectId' | 'partId';
}

/** The condition that no job in such a state is about the row. */
export function withoutJob(
  { table, id, jobColumn }: Subject,
  { states, kind }: { states: readonly JobTable['state'][]; kind?: string },
): Expression<SqlBool> {
  const ofKind = kind === undefined ? sql`` : sql`and job.kind = ${kind}`;
  return sql<SqlBool>`not exists (select 1 from job
    where job."workspaceId" = ${sql.ref(`${table}.workspaceId`)} and ${sql.ref(`job.${jobColumn}`)} = ${sql.ref(`${table}.${id}`)}
    and job.state in (${sql.join([...states])}) ${ofKind})`;
}
