/** Puts texts in order by how well they answer; returns their places, best first, with what the model says of each. */
export type Rerank = (
  question: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<{ index: number; score: number }[]>;

/** How a reranker ended: one that failed or took too long leaves the order as it was. */
export type RerankOutcome = 'used' | 'late' | 'failed';

interface Reranked<T> {
  outcome: RerankOutcome;
  /** Present where it was used. */
  items?: { item: T; score: number }[];
}

interface RerankRequest<T> {
  rerank: Rerank;
  question: string;
  found: readonly T[];
  textOf: (one: T) => string;
  /** Longer than this nobody waits. */
  limitMs?: number | undefined;
  signal: AbortSignal;
}

const defaultLimitMs = 800;
/** Most that are shown to the model. */
export const mostReranked = 50;

/** The same things in the order of a model, where it gives one in time. */
export async function rerankFound<T>({
  rerank,
  question,
  found,
  textOf,
  limitMs = defaultLimitMs,
  signal,
}: RerankRequest<T>): Promise<Reranked<T>> {
  const first = found.slice(0, mostReranked);
  const limit = AbortSignal.timeout(limitMs);
  const both = AbortSignal.any([signal, limit]);
  try {
    const ranks = await Promise.race([
      rerank(question, first.map(textOf), both),
      new Promise<undefined>((resolve) => {
        limit.addEventListener('abort', () => resolve(undefined), { once: true });
      }),
    ]);
    if (!ranks) return { outcome: 'late' };
    const items = ranks.flatMap(({ index, score }) => {
      const item = first[index];
      return item === undefined ? [] : [{ item, score }];
    });
    return { outcome: 'used', items };
  } catch (error) {
    // A question that was stopped is no matter of the model.
    if (signal.aborted) throw error;
    return { outcome: limit.aborted ? 'late' : 'failed' };
  }
}
