import * as z from 'zod';
import { foundChunk } from './document-store-vectors.ts';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { metadataFilter } from './metadata-filter.ts';
import { studioPrefix } from './prefixes.ts';
import { searchConfiguration } from './search-configuration.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store`;
const auth = 'sessionOrKey';

const asked = {
  storeId: id,
  query: z.string().trim().min(1, 'must not be empty').max(10_000),
  filter: metadataFilter.optional(),
  // What is absent is as the store is configured.
  ...searchConfiguration.shape,
  /** To see what somebody else finds, as tokens of access lists: of that only what the caller may read. */
  as: z.array(z.string().min(1).max(260)).min(1).max(600).optional(),
};

const rank = z.number().int();

/** By which way a chunk was found, and its place there. */
const foundChannels = z.object({
  vector: z.object({ rank, score: z.number() }).optional(),
  words: z.object({ rank }).optional(),
  rerank: z.object({ rank, score: z.number() }).optional(),
});

const searchedChunk = foundChunk.extend({
  channels: foundChannels,
  /** The longer text around it that a model is given in its place. */
  parent: z.object({ text: z.string() }).optional(),
});

/** Milliseconds by stage; vectors and words are searched side by side. */
const searchTimings = z.object({
  totalMs: z.number(),
  embedMs: z.number(),
  coldMs: z.number(),
  maskMs: z.number(),
  vectorMs: z.number(),
  wordMs: z.number(),
  readMs: z.number(),
  rerankMs: z.number(),
});
export type SearchTimings = z.output<typeof searchTimings>;

export const searchDocumentStore = endpoint({
  method: 'POST',
  path: `${path}/search`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'Searches a knowledge base by meaning and by words, and says which way found what.',
  body: z.strictObject(asked),
  response: z.object({
    docs: z.array(searchedChunk),
    /** The nearest that were left out: below `minScore`, or beyond the limit. */
    misses: z.array(searchedChunk),
    /** How many texts the caller may not see. */
    hidden: z.number().int(),
    /** The words that were looked for. */
    words: z.array(z.string()),
    /** Whether a reranker decided the order, was too late, or failed; null where none was asked. */
    rerank: z.enum(['used', 'late', 'failed']).nullable(),
    timings: searchTimings,
  }),
});
export type StoreSearchAnswer = z.output<typeof searchDocumentStore.response>;

/**
 * Why a chunk was not found; null when it was. `rerank`, `diversity`, `parent`: that step put it below the limit, or left
 * it out.
 */
const missReasons = [
  ...([
    'not-embedded',
    'hidden',
    'filter',
    'rank',
    'limit',
    'rerank',
    'diversity',
    'parent',
    'floor',
  ] as const),
] as const;

export const explainStoreChunk = endpoint({
  method: 'POST',
  path: `${path}/explain`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'Says why a chunk of a knowledge base is not among those that a question finds.',
  body: z.strictObject({ ...asked, chunkId: id }),
  response: z.object({
    reason: z.enum(missReasons).nullable(),
    /** Its place in the answer, were there no limit; null beyond what is looked through. */
    place: rank.nullable(),
    topK: z.number().int(),
    /** Its similarity; null without a vector. */
    score: z.number().nullable(),
    channels: foundChannels,
    /** What the step of the reason made of it: its place after it, null where it was left out. */
    step: z
      .object({
        place: rank.nullable(),
        /** What the reranker gives it; for diversity its nearness less its likeness. */
        score: z.number().nullable(),
        /** How like it is to the most similar one that was chosen. */
        likeness: z.number().nullable(),
      })
      .nullable(),
    /** As of a search. */
    rerank: z.enum(['used', 'late', 'failed']).nullable(),
    /** How many of each way take part. */
    depth: z.number().int(),
    /** Words of the question that it has, and that it lacks. */
    sharedWords: z.array(z.string()),
    missingWords: z.array(z.string()),
  }),
});
export type ChunkExplanation = z.output<typeof explainStoreChunk.response>;
