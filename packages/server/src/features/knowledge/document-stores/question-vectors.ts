import type { RunContext } from '@tendril/contract/node/run-context';
import type { StoreIndexState } from '../index/public.ts';
import type { StoreRow } from './document-stores.store.ts';
import type { ProcessParts } from './process-loader.ts';
import { readChoice } from './store-answer.ts';
import { openEmbedder } from './store-embedder.ts';

const mostKept = 1000;
const keptMs = 600_000;

interface Asked {
  question: string;
  signal: AbortSignal;
  context: RunContext | undefined;
}

interface QuestionVector {
  embedding: string;
  vector: Float32Array;
}

/** Vectors of questions. */
export interface QuestionVectors {
  /** By the model whose vectors are live in this state of the store. */
  vectorOf(store: StoreRow, state: StoreIndexState, asked: Asked): Promise<QuestionVector>;
}

/** Makes vectors of questions, and keeps those of the last ones: people and tests ask the same again. */
export function createQuestionVectors({
  nodes,
  provide,
}: Pick<ProcessParts, 'nodes' | 'provide'>): QuestionVectors {
  const kept = new Map<string, QuestionVector & { until: number }>();

  function find(key: string): QuestionVector | undefined {
    const known = kept.get(key);
    if (!known || known.until < performance.now()) return undefined;
    kept.delete(key);
    kept.set(key, known);
    return known;
  }

  function keep(key: string, made: QuestionVector): void {
    kept.delete(key);
    kept.set(key, { ...made, until: performance.now() + keptMs });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async vectorOf(store, { liveEmbedding, liveConfig }, { question, signal, context }) {
      const config = liveEmbedding === null ? store.embeddingConfig : liveConfig;
      const key = [store.workspaceId, config, question].join('\n');
      const known = find(key);
      if (known) return known;
      const services = provide(store, store.id);
      const embedder = await openEmbedder({ nodes, services, choice: readChoice(config), signal });
      const [vector] = await embedder.embed([question], context, 'query');
      const made = {
        embedding: liveEmbedding ?? embedder.embedding,
        vector: vector ?? new Float32Array(0),
      };
      keep(key, made);
      return made;
    },
  };
}
