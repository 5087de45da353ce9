import { defaultEmbeddings } from '@tendril/contract/api/document-store-vectors';
import { AppError } from '@tendril/contract/app-error';
import type { NodeServices, RunContext } from '@tendril/contract/node/run-context';
import type { Embedder } from '@tendril/contract/provider/embedder';
import { storeContext } from './node-context.ts';
import type { ChosenNode } from './store-answer.ts';
import { readFields, type StoreNodes } from './store-nodes.ts';
import { normalise } from './vectors.store.ts';

export interface StoreEmbedder {
  /** Identifies the model and the length of its vectors: vectors of different models cannot be compared. */
  embedding: string;
  /** Vectors of length 1, one for each text. Throws NODE_FAILED when the model returns anything else. */
  embed(texts: string[], context?: RunContext): Promise<Float32Array[]>;
}

interface EmbedderRequest {
  nodes: StoreNodes;
  services: NodeServices;
  choice: ChosenNode | null;
  signal: AbortSignal;
}

/** The embeddings that a knowledge base was configured with; the demo's where nothing was chosen. */
export async function openEmbedder({
  nodes,
  services,
  choice,
  signal,
}: EmbedderRequest): Promise<StoreEmbedder> {
  const { name, config } = choice ?? { name: defaultEmbeddings, config: {} };
  const { node, template } = await nodes.require('embeddings', name, 'embeddingName');
  const values = readFields(node, config, 'embeddingConfig');
  const credential = config['credential'] as string | undefined;
  const own = storeContext({ nodeId: name, services, credential, label: template.label, signal });
  const outputs = await node.run?.(values as never, own);
  const embedder = outputs?.[name] as Embedder;
  const length = config['dimensions'] ? `@${String(config['dimensions'])}` : '';
  return {
    embedding: `${embedder.provider}/${embedder.modelId}${length}`,
    async embed(texts, context = own) {
      const vectors = await embedder.embed(texts, context);
      const size = vectors[0]?.length ?? 0;
      if (vectors.length !== texts.length || size === 0 || vectors.some((vector) => vector.length !== size))
        throw new AppError('NODE_FAILED', `${template.label} did not give one vector for each text.`);
      return vectors.map(normalise);
    },
  };
}
