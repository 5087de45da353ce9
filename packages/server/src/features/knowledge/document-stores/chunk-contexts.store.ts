import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** The document that a text was written for, as far as its loader has files. */
interface ContextOwner {
  loaderId: string;
  fileId: string | null;
}

/** What models have written about chunks: the same is asked once. */
export function chunkContextStore(db: Database | DatabaseTransaction) {
  return {
    async find({ workspaceId }: Scope, keys: readonly string[]): Promise<Map<string, string>> {
      if (keys.length === 0) return new Map();
      const rows = await db
        .selectFrom('chunk_context')
        .select(['key', 'text'])
        .where('workspaceId', '=', workspaceId)
        .where('key', 'in', keys)
        .execute();
      return new Map(rows.map(({ key, text }) => [key, text]));
    },

    /** It goes with the document that it was written for. */
    async put({ workspaceId }: Scope, owner: ContextOwner, key: string, text: string): Promise<void> {
      await db
        .insertInto('chunk_context')
        .values({ workspaceId, key, text, ...owner, createdAt: Date.now(), usedAt: Date.now() })
        .onConflict((conflict) => conflict.columns(['workspaceId', 'key']).doNothing())
        .execute();
    },
  };
}

/** What the release before wrote, without a note for which document: it may be of one that is deleted. */
export async function removeUnownedContexts(
  db: Database | DatabaseTransaction,
  { workspaceId }: Scope,
): Promise<void> {
  await db
    .deleteFrom('chunk_context')
    .where('workspaceId', '=', workspaceId)
    .where('loaderId', 'is', null)
    .execute();
}
