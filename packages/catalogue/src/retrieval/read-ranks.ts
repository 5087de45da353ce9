import * as z from 'zod';

/** The place of a text, and how well it answers. */
export interface Rank {
  index: number;
  score: number;
}

const score = z.coerce.number();
const rank = z.union([
  z
    .object({ index: z.number(), relevance_score: score })
    .transform((one) => ({ ...one, score: one.relevance_score })),
  z.object({ index: z.number(), score }),
  // Servers that give each text its own field of the answer.
  z
    .object({ index: z.number(), relevanceScore: score })
    .transform((one) => ({ ...one, score: one.relevanceScore })),
]);
const ranks = z.array(rank);

/** Vendors differ in the name of the list; some have none. */
const reply = z.union([
  ranks,
  z.object({ results: ranks }).transform(({ results }) => results),
  z.object({ data: ranks }).transform(({ data }) => data),
  z.object({ ranks }).transform((one) => one.ranks),
]);

/** The ranks of a reranker's answer, the best first. Throws a ZodError. */
export function readRanks(answer: unknown): Rank[] {
  return reply
    .parse(answer)
    .map(({ index, score }) => ({ index, score }))
    .sort((left, right) => right.score - left.score);
}
