import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/**
 * Deletes candidate chunks whose job is over or gone, of all workspaces: they belong to none. A process that dies and a
 * knowledge base that is deleted at the same time would leave them.
 */
export async function removeLeftCandidates(db: Database): Promise<void> {
  const open = db
    .selectFrom('job')
    .select(sql<string>`'trial-' || job.id`.as('place'))
    .where('kind', '=', 'knowledge-trial')
    .where('state', 'in', ['waiting', 'running']);
  await db
    .deleteFrom('document_store')
    .where('workspaceId', 'like', 'trial-%')
    // A candidate is its own workspace: nothing else is.
    .whereRef('id', '=', 'workspaceId')
    .where('workspaceId', 'not in', open)
    .execute();
}
