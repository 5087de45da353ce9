import {
  builtInRecordManager,
  builtInVectorStore,
  defaultEmbeddings,
  type saveVectorConfig,
} from '@tendril/contract/api/document-store-vectors';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { SentBody } from '@tendril/contract/api/endpoint';

/** A node and the values of its fields. */
export interface PickedNode {
  name: string;
  config: Record<string, unknown>;
}

export type PickPlace = 'embedding' | 'vectorStore' | 'recordManager';
type VectorDraft = Record<PickPlace, PickedNode>;

/** What a store is set to; the built-in ones where nothing was chosen. */
export function storedPicks(
  store: Pick<DocumentStore, 'embeddingConfig' | 'vectorStoreConfig' | 'recordManagerConfig'>,
): VectorDraft {
  return {
    embedding: store.embeddingConfig ?? { name: defaultEmbeddings, config: {} },
    vectorStore: store.vectorStoreConfig ?? { name: builtInVectorStore, config: {} },
    recordManager: store.recordManagerConfig ?? { name: builtInRecordManager, config: {} },
  };
}

/** The selection as a request body. */
export function toVectorBody(
  storeId: string,
  { embedding, vectorStore, recordManager }: VectorDraft,
): SentBody<typeof saveVectorConfig> {
  return {
    storeId,
    embeddingName: embedding.name,
    embeddingConfig: embedding.config,
    vectorStoreName: vectorStore.name,
    vectorStoreConfig: vectorStore.config,
    recordManagerName: recordManager.name,
    recordManagerConfig: recordManager.config,
  };
}
