import * as z from 'zod';

/** The reranker that needs nothing: the words that question and text share. A stand-in for a model. */
export const wordsReranker = 'wordOverlapReranker';
/** A chat model, in `config.model`, that sees all passages at once. */
export const modelReranker = 'chatModelReranker';

/** A reranker with the values of its fields; `credential` is the id of a credential. */
export const chosenReranker = z.strictObject({
  name: z.string().min(1).max(128),
  config: z.record(z.string().max(128), z.unknown()).default({}),
  /** After this the order stays as it was; 800 when absent. */
  limitMs: z.number().int().min(50).max(30_000).optional(),
});
export type ChosenReranker = z.output<typeof chosenReranker>;

/** How a knowledge base is searched; what is absent is as the store is configured. */
export const searchConfiguration = z.strictObject({
  /** By meaning, by words, or by both. */
  mode: z.enum(['hybrid', 'vectors', 'words']).optional(),
  /** What words count against meaning where both find: 0.5 for as much, 0 and 1 for one alone to decide the order. */
  wordWeight: z.number().min(0).max(1).optional(),
  /** How many chunks an answer has. */
  topK: z.number().int().min(1).max(200).optional(),
  /** Chunks below are left out; held against the similarity after both ways were put together. Null for no floor. */
  minScore: z.number().min(-1).max(1).nullable().optional(),
  /** How different the chunks of an answer shall be: 0 for not at all, 1 for as different as possible. */
  diversity: z.number().min(0).max(1).optional(),
  /** Null for none. */
  reranker: chosenReranker.nullable().optional(),
});
export type SearchConfiguration = z.output<typeof searchConfiguration>;
