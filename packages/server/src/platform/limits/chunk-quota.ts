import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { limitReached } from './limit-reached.ts';
import type { WorkspaceLimits } from './workspace-limits.ts';

const retryAfterMs = 60_000;

/** The chunks of a workspace, as its loaders note them. */
export async function countChunks(db: Database, { workspaceId }: Scope): Promise<number> {
  const row = await db
    .selectFrom('document_store_loader')
    .select((loader) => loader.fn.sum<number | null>('totalChunks').as('total'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

/** Throws TOO_MANY_REQUESTS once a workspace keeps as many chunks as its limit allows. */
export async function requireChunkRoom(
  db: Database,
  scope: Scope,
  limits: Pick<WorkspaceLimits, 'of'>,
): Promise<void> {
  const { workspaceChunks: most } = await limits.of(scope);
  if (most === 0 || (await countChunks(db, scope)) < most) return;
  throw limitReached({
    ...{ what: '{{most}} chunks in document stores', most, resets: 'when some documents are deleted' },
    retryAfterMs,
  });
}
