import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { textVectorStore } from '../index/public.ts';
import { gapStore } from './gaps.store.ts';

/** 21 texts make 210 pairs. */
const sampled = 21;
const leastTexts = 4;
/** What unrelated texts of the usual models are at most alike. */
const unknown = 0.2;
const [lowest, highest] = [0.1, 0.75];
const keptMs = 3_600_000;
const mostKept = 500;

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/**
 * How similar two texts of a knowledge base are that have nothing to do with each other, by its model: each model has
 * its own idea of that. A question that is less similar to everything has found nothing.
 */
export function createRandomSimilarity(db: Database) {
  const known = new Map<string, { value: number; until: number }>();

  return async (scope: Scope, storeId: string, embedding: string): Promise<number> => {
    const key = `${storeId} ${embedding}`;
    const kept = known.get(key);
    if (kept && kept.until > performance.now()) return kept.value;
    const seqs = await gapStore(db).sampleTexts(scope, storeId, sampled);
    const vectors = (await textVectorStore(db).exact(scope, embedding, seqs)).map(({ vector }) => vector);
    const pairs = vectors.flatMap((one, at) => vectors.slice(at + 1).map((other) => dot(one, other)));
    const mean = pairs.reduce((sum, value) => sum + value, 0) / Math.max(1, pairs.length);
    const value = vectors.length < leastTexts ? unknown : Math.min(highest, Math.max(lowest, mean));
    known.delete(key);
    known.set(key, { value, until: performance.now() + keptMs });
    const [oldest] = known.keys();
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
    return value;
  };
}

export type RandomSimilarity = ReturnType<typeof createRandomSimilarity>;
