import * as z from 'zod';
import { parseShallowJson } from '../json/parse-shallow-json.ts';
import { documentStore, storeChunk } from './document-stores.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { job } from './jobs.ts';
import { metadataFilter } from './metadata-filter.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store`;
const auth = 'sessionOrKey';
const megabyte = 1024 * 1024;

/** Name of the vector store and record manager that require nothing. */
export const builtInVectorStore = 'builtInVectorStore';
export const builtInRecordManager = 'builtInRecordManager';
/** The embeddings of a store for which none were chosen. */
export const defaultEmbeddings = 'demoEmbeddings';

const config = z.record(z.string().max(128), z.unknown()).default({});
const metadata = z.record(z.string(), z.unknown());

// Clients of Flowise send fields of their own, which are dropped.
const vectorBody = z.object({
  storeId: id,
  /** Only this loader's chunks. */
  docId: id.optional(),
  embeddingName: z.string().max(128).optional(),
  embeddingConfig: config,
  vectorStoreName: z.string().max(128).optional(),
  vectorStoreConfig: config,
  recordManagerName: z.string().max(128).optional(),
  recordManagerConfig: config,
});

/** What an upsert did; absent while its job is in progress. */
export const storeUpsertResult = z.object({
  numAdded: z.number().int(),
  numUpdated: z.number().int(),
  numSkipped: z.number().int(),
  numDeleted: z.number().int(),
  /** Texts longer than the model reads at once, which were embedded in parts; absent where there are none. */
  numSplit: z.number().int().optional(),
  /** The first of the added ones. */
  addedDocs: z.array(z.object({ pageContent: z.string(), metadata })),
});
export type StoreUpsertResult = z.output<typeof storeUpsertResult>;

export const saveVectorConfig = endpoint({
  method: 'POST',
  path: `${path}/vectorstore/save`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Chooses embeddings and vector store of a knowledge base.',
  body: vectorBody,
  response: documentStore,
});
export const updateVectorConfig = endpoint({
  method: 'POST',
  path: `${path}/vectorstore/update`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'The same: changes embeddings and vector store.',
  body: vectorBody,
  response: documentStore,
});
export const insertVectors = endpoint({
  method: 'POST',
  path: `${path}/vectorstore/insert`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Embeds the chunks that are new or changed. With wait=false, answers the job at once.',
  query: z.object({ wait: z.enum(['true', 'false']).default('true') }),
  body: vectorBody,
  response: storeUpsertResult.partial().extend({ job }),
});
export const deleteVectors = endpoint({
  method: 'DELETE',
  path: `${path}/vectorstore/:storeId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Takes all vectors of a knowledge base, or of one loader, out; the chunks stay.',
  params: z.strictObject({ storeId: id }),
  query: z.object({ docId: id.optional() }),
  response: z.object({ deleted: z.number().int() }),
});

/** A found chunk, with its cosine similarity (-1 to 1). */
export const foundChunk = storeChunk.extend({
  score: z.number(),
  loaderName: z.string(),
  source: z.string(),
});
export type FoundChunk = z.output<typeof foundChunk>;

export const queryDocumentStore = endpoint({
  method: 'POST',
  path: `${path}/vectorstore/query`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'Finds the chunks nearest to a question.',
  body: z.object({
    storeId: id,
    query: z.string().trim().min(1, 'must not be empty').max(10_000),
    /** How many; else as the store is configured, else 4. */
    topK: z.coerce.number().int().min(1).max(200).optional(),
    /** Only chunks whose metadata fits. */
    filter: metadataFilter.optional(),
    /** Chunks below count as near misses. */
    minScore: z.number().min(-1).max(1).optional(),
    /** Clients of Flowise send the vector store's fields here. */
    inputs: z.record(z.string(), z.unknown()).optional(),
  }),
  response: z.object({
    /** Milliseconds, including the embedding of the question. */
    timeTaken: z.number(),
    docs: z.array(foundChunk),
    /** The nearest ones left out: below `minScore`, or beyond the limit. */
    misses: z.array(foundChunk),
  }),
});

const configRow = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  /** Its index in a body of `upsert`. */
  node: z.enum(['loader', 'splitter', 'embedding', 'vectorStore', 'recordManager']),
  nodeName: z.string(),
});

export const readStoreConfigs = endpoint({
  method: 'GET',
  path: `${path}/store-configs/:id/:loaderId`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'The fields that an upsert through the API may set, for one loader.',
  params: z.strictObject({ id, loaderId: id }),
  response: z.array(configRow),
});

/** In a form, objects come as JSON text. */
function objectOrText<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      return parseShallowJson(value) as unknown;
    } catch {
      return value;
    }
  }, schema);
}
const truth = z.preprocess((value) => (typeof value === 'string' ? value === 'true' : value), z.boolean());

const part = objectOrText(z.object({ name: z.string().max(128).optional(), config }));
const upsertItem = {
  /** The loader to run again; without it, a new loader is created. */
  docId: id.optional(),
  /** Added to every document. */
  metadata: objectOrText(metadata).optional(),
  /** False: a new loader with the settings of `docId` is added beside it. */
  replaceExisting: truth.optional(),
  loader: part.optional(),
  splitter: part.optional(),
  embedding: part.optional(),
  vectorStore: part.optional(),
  recordManager: part.optional(),
};

/** Body of an upsert; as a form, beside its `files`. */
export const storeUpsertBody = z.object({
  ...upsertItem,
  /** Creates a store first, `docStore`, instead of filling the one of the path. */
  createNewDocStore: truth.optional(),
  docStore: objectOrText(
    z.object({ name: z.string().trim().min(1).max(200), description: z.string().max(4000).default('') }),
  ).optional(),
});
export type StoreUpsertBody = z.output<typeof storeUpsertBody>;

const upsertAnswer = storeUpsertResult.extend({ docId: id, storeId: id });

export const upsertDocumentStore = endpoint({
  method: 'POST',
  path: `${path}/upsert/:id`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Loads, splits and embeds a document, from JSON or from the files of a form, and waits for it.',
  params: idParams,
  bodyLimit: 20 * megabyte,
  body: storeUpsertBody,
  files: true,
  response: upsertAnswer,
});

export const refreshDocumentStore = endpoint({
  method: 'POST',
  path: `${path}/refresh/:id`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary:
    'Loads, splits and embeds all loaders again, or those listed, and waits. With wait=false, answers jobs.',
  params: idParams,
  query: z.object({ wait: z.enum(['true', 'false']).default('true') }),
  body: z.object({ items: z.array(z.object(upsertItem)).max(1000).optional() }).default({}),
  response: z.array(
    storeUpsertResult.partial().extend({
      docId: id,
      job: job.optional(),
      /** Why this one failed, while the others did not. */
      error: z.string().optional(),
    }),
  ),
});

export const describeStoreTool = endpoint({
  method: 'POST',
  path: `${path}/generate-tool-desc/:id`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'A sentence that says when a model should look into this knowledge base.',
  params: idParams,
  body: z.object({
    selectedChatModel: z.object({
      name: z.string().max(128),
      inputs: config,
      credential: z.string().optional(),
    }),
  }),
  response: z.object({ content: z.string() }),
});
