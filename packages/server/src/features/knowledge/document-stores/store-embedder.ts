import { estimateTokens } from '@tendril/catalogue/chunking/estimate-tokens';
import { defaultEmbeddings } from '@tendril/contract/api/document-store-vectors';
import { AppError } from '@tendril/contract/app-error';
import type { NodeServices, RunContext } from '@tendril/contract/node/run-context';
import type { Embedder, EmbeddingKind } from '@tendril/contract/provider/embedder';
import type { NodeEvent } from '@tendril/contract/run-event';
import * as z from 'zod';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { storeContext } from './node-context.ts';
import type { ChosenNode } from './store-answer.ts';
import { readFields, type StoreNodes } from './store-nodes.ts';

export interface StoreEmbedder {
  /** Identifies the model and the length of its vectors: vectors of different models cannot be compared. */
  embedding: string;
  /** Vectors of length 1, one for each text. Throws NODE_FAILED when the model returns anything else. */
  embed(texts: string[], context?: RunContext, kind?: EmbeddingKind): Promise<Float32Array[]>;
  /** What was embedded since this was last asked. */
  takeUsed(): EmbedderUse;
}

/** What an embedder has done for a knowledge base. */
interface EmbedderUse {
  /** Texts that were longer than the model reads at once, and embedded in parts. */
  split: number;
  /** As the vendor counts them, else about as many. */
  tokens: number;
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
  let used: EmbedderUse = { split: 0, tokens: 0 };
  const own = storeContext({ nodeId: name, services, credential, label: template.label, signal });
  const outputs = await node.run?.(values as never, own);
  const embedder = outputs?.[name] as Embedder;
  const length = config['dimensions'] ? `@${String(config['dimensions'])}` : '';
  return {
    embedding: `${embedder.provider}/${embedder.modelId}${length}`,
    takeUsed() {
      const taken = used;
      used = { split: 0, tokens: 0 };
      return taken;
    },
    async embed(texts, context, kind = 'document') {
      const use = { split: 0, tokens: 0 };
      const emit = (event: NodeEvent) => {
        const { split, tokens } = useOf(event);
        use.split += split;
        use.tokens += tokens;
      };
      const vectors = await embedder.embed(texts, context ?? { ...own, emit }, kind);
      // Some vendors count nothing.
      const tokens = use.tokens || texts.reduce((sum, text) => sum + estimateTokens(text), 0);
      used = { split: used.split + use.split, tokens: used.tokens + tokens };
      const size = vectors[0]?.length ?? 0;
      if (vectors.length !== texts.length || size === 0 || vectors.some((vector) => vector.length !== size))
        throw new AppError('NODE_FAILED', `${template.label} did not give one vector for each text.`);
      // Answers of several requests may arrive at once. A question waits for nobody.
      if (texts.length > 1) await loopTurn();
      return vectors.map(normalise);
    },
  };
}

const embedded = z.object({ split: z.number() });

function useOf(event: NodeEvent): EmbedderUse {
  if (event.type !== 'step-end' || event.kind !== 'embedding') return { split: 0, tokens: 0 };
  return {
    split: embedded.safeParse(event.output).data?.split ?? 0,
    tokens: event.usage?.inputTokens ?? 0,
  };
}

/** The same direction at length 1; a zero vector stays so. */
export function normalise(vector: readonly number[]): Float32Array {
  // Counted loops: iterators take ten times as long, and large files have tens of millions of numbers.
  const count = vector.length;
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += (vector[at] as number) ** 2;
  const length = Math.sqrt(sum);
  const normal = new Float32Array(count);
  if (length > 0) for (let at = 0; at < count; at += 1) normal[at] = (vector[at] as number) / length;
  return normal;
}
