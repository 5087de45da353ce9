import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { chunkTextStore } from './chunk-texts.store.ts';
import { storeIndexStore } from './store-index.store.ts';

/** By what the vectors of a knowledge base are compared that are stored here. */
export async function comparedBy(
  db: Database,
  scope: Scope,
  storeId: string,
): Promise<NonNullable<DocumentStore['comparedBy']>> {
  const tables = await db
    .selectFrom('vector_table')
    .select(['embedding', 'isReady'])
    .where('workspaceId', '=', scope.workspaceId)
    .where('storeId', '=', storeId)
    .execute();
  if (tables.length === 0) return 'memory';
  // While the model changes, questions are still made with the one before.
  const { liveEmbedding } = await storeIndexStore(db).find(scope, storeId);
  const asked = liveEmbedding ?? (await chunkTextStore(db).mainModel(scope, storeId));
  const own = tables.find(({ embedding }) => embedding === asked);
  if (!own) return 'memory';
  return own.isReady === 1 ? 'database' : 'filling';
}
