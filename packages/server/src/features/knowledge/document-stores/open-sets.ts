import type { Scope } from '../../../platform/db/scope.ts';
import { storeIndexStore } from '../index/public.ts';
import type { StoreRow } from './document-stores.store.ts';
import { embedPatiently, type PatientEmbedder } from './embed-patiently.ts';
import type { ProcessParts } from './process-loader.ts';
import { readChoice } from './store-answer.ts';
import { openEmbedder } from './store-embedder.ts';

/** The chosen model first; then the one that questions are made with still, if that is another. */
export type EmbedderSets = readonly [PatientEmbedder, ...PatientEmbedder[]];

/** The models that a new text of a knowledge base is embedded with. */
export async function openSets(
  { db, nodes, provide }: Pick<ProcessParts, 'db' | 'nodes' | 'provide'>,
  scope: Scope,
  store: StoreRow,
  signal: AbortSignal,
): Promise<EmbedderSets> {
  const services = provide(scope, store.id);
  const open = async (config: string | null) =>
    embedPatiently(await openEmbedder({ nodes, services, choice: readChoice(config), signal }), signal);
  const chosen = await open(store.embeddingConfig);
  const { liveEmbedding, liveConfig } = await storeIndexStore(db).find(scope, store.id);
  const isOther = liveEmbedding !== null && liveEmbedding !== chosen.embedding;
  // Questions are still made with the model before: new texts are found by it until the new set is whole.
  return isOther ? [chosen, { ...(await open(liveConfig)), embedding: liveEmbedding }] : [chosen];
}
