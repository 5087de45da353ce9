import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { job } from './jobs.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store/:storeId/vector-stores`;
const auth = 'sessionOrKey';
const storeParams = z.strictObject({ storeId: id });
const params = z.strictObject({ storeId: id, outsideId: id });
const config = z.record(z.string().max(128), z.unknown());

/** A vector store elsewhere that a knowledge base uses, is moving to, or has left. */
const outsideStore = z.object({
  id,
  /** The catalogue's node, and its label. */
  name: z.string(),
  label: z.string(),
  state: z.enum(['filling', 'live', 'old', 'emptying']),
  /** Vectors that it has, of how many; and how many are to be deleted there. */
  written: z.number().int(),
  total: z.number().int(),
  removals: z.number().int(),
  /** Why it is not in step. */
  error: z.string().nullable(),
  /** Its work, waiting or under way. */
  job: job.nullable(),
  updatedAt: z.number(),
});
export type OutsideStoreState = z.output<typeof outsideStore>;

export const listOutsideStores = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'knowledge:read',
  tag,
  summary:
    'The vector stores elsewhere of a knowledge base: the one that answers, the one being filled, old ones.',
  params: storeParams,
  response: z.object({ stores: z.array(outsideStore) }),
});

/** What a test does, one after the other. */
const outsideTestSteps = ['connect', 'embed', 'write', 'find', 'remove'] as const;

export const testOutsideStore = endpoint({
  method: 'POST',
  path: `${path}/test`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary:
    'Checks a vector store before it is chosen: address, key and dimension, by a vector that is written, found and removed.',
  params: storeParams,
  body: z.strictObject({
    vectorStoreName: z.string().max(128),
    vectorStoreConfig: config,
    embeddingName: z.string().max(128),
    embeddingConfig: config,
  }),
  response: z.object({
    isOk: z.boolean(),
    /** Of the chosen embeddings. */
    dimensions: z.number().int().nullable(),
    /** Vectors that are there, including those of other writers; null where the vendor does not count. */
    stored: z.number().int().nullable(),
    steps: z.array(
      z.object({ step: z.enum(outsideTestSteps), tookMs: z.number(), error: z.string().nullable() }),
    ),
  }),
});

export const cancelOutsideStore = endpoint({
  method: 'POST',
  path: `${path}/:outsideId/cancel`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Ends a move to a vector store: the one before goes on, and is chosen again.',
  params,
  body: z.strictObject({}).default({}),
  response: z.object({ stores: z.array(outsideStore) }),
});

export const retryOutsideStore = endpoint({
  method: 'POST',
  path: `${path}/:outsideId/retry`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Brings a vector store in step now, after its error has been dealt with.',
  params,
  body: z.strictObject({}).default({}),
  response: z.object({ stores: z.array(outsideStore) }),
});

export const emptyOutsideStore = endpoint({
  method: 'POST',
  path: `${path}/:outsideId/empty`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes the vectors of a knowledge base from a vector store that it has left.',
  params,
  body: z.strictObject({}).default({}),
  response: z.object({ stores: z.array(outsideStore) }),
});

export const forgetOutsideStore = endpoint({
  method: 'DELETE',
  path: `${path}/:outsideId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Takes a vector store that was left off the list; its vectors stay where they are.',
  params,
  response: z.object({ stores: z.array(outsideStore) }),
});
