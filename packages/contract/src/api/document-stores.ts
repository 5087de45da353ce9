import * as z from 'zod';
import { nodeTemplate } from '../node/node-template.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { job } from './jobs.ts';
import { studioPrefix } from './prefixes.ts';
import { readingModel, readingSettings } from './reading-settings.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store`;
const auth = 'sessionOrKey';
const megabyte = 1024 * 1024;

/** Chunks on one page. */
export const chunksPerPage = 50;

/** Values of a node's fields by their names; `credential` is the id of a credential. */
const nodeConfig = z.record(z.string().max(128), z.unknown());
const nodeName = z.string().min(1).max(128);
const metadata = z.record(z.string(), z.unknown());

/**
 * EMPTY: no loader. NEW: nothing processed yet. SYNCING, UPSERTING: a job is running. STALE: something has changed
 * since the last processing or upsert. SYNC: chunks are as configured. UPSERTED: and all of them can be searched.
 */
const documentStoreStatus = z.enum(['EMPTY', 'NEW', 'SYNC', 'SYNCING', 'STALE', 'UPSERTING', 'UPSERTED']);
export type DocumentStoreStatus = z.output<typeof documentStoreStatus>;

/** A flow that uses the store, or a voice agent: then the type is VOICEAGENT. */
const storeUse = z.object({ id, name: z.string(), type: z.string() });

const loaderFields = {
  id,
  /** Name of the catalogue's node: `plainText`, `pdfFile`. */
  loaderId: nodeName,
  /** Its label. */
  loaderName: z.string(),
  splitterId: z.string(),
  splitterName: z.string(),
  /** The source of its text, for people: file names, an address. */
  source: z.string(),
  files: z.array(z.object({ name: z.string(), size: z.number(), mimePrefix: z.string() })),
  totalChunks: z.number().int(),
  totalChars: z.number().int(),
  status: z.enum(['NEW', 'SYNC', 'SYNCING', 'STALE']),
  /** Whether its chunks can be searched. */
  vectorStatus: z.enum(['NONE', 'STALE', 'UPSERTING', 'UPSERTED']),
  /** Why the last processing or upsert failed. */
  error: z.string().nullable(),
  /** What of its source could not be read, while the rest was. */
  problem: z.string().nullable(),
  /** The job in progress, if any. */
  job: job.nullable(),
  updatedDate: z.string(),
};

/** A loader of a store as lists show it. */
const storeLoaderSummary = z.object(loaderFields);
export type StoreLoaderSummary = z.output<typeof storeLoaderSummary>;

const storeLoader = z.object({
  ...loaderFields,
  reading: readingSettings,
  loaderConfig: nodeConfig,
  splitterConfig: nodeConfig,
  credential: z.string(),
});
export type StoreLoader = z.output<typeof storeLoader>;

const storeFields = {
  id,
  name: z.string(),
  description: z.string(),
  status: documentStoreStatus,
  whereUsed: z.array(storeUse),
  totalLoaders: z.number().int(),
  totalChunks: z.number().int(),
  totalChars: z.number().int(),
  createdDate: z.string(),
  updatedDate: z.string(),
};

const documentStoreSummary = z.object({ ...storeFields, loaders: z.array(storeLoaderSummary) });
export type DocumentStoreSummary = z.output<typeof documentStoreSummary>;

const chosenNode = z.object({ name: nodeName, config: nodeConfig });

export const documentStore = z.object({
  ...storeFields,
  loaders: z.array(storeLoader),
  /** Null until saved: the built-in ones, with no key. */
  embeddingConfig: chosenNode.nullable(),
  vectorStoreConfig: chosenNode.nullable(),
  recordManagerConfig: chosenNode.nullable(),
  /**
   * By what its chunks are compared with questions: in memory; there until pgvector in the database is prepared; by
   * pgvector. Null where a vector store elsewhere is chosen.
   */
  comparedBy: z.enum(['memory', 'filling', 'database']).nullable(),
  /** How the last sync of each source that is kept in step ended; null before the first one. */
  syncs: z.array(
    z.object({
      loaderId: id,
      lastState: z.enum(['done', 'partial', 'held', 'failed']).nullable(),
      /** Why, in a sentence. */
      note: z.string(),
    }),
  ),
  /** Jobs in progress, and the latest finished ones, newest first. */
  jobs: z.array(job),
});
export type DocumentStore = z.output<typeof documentStore>;

const storeBody = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(200),
  description: z.string().trim().max(4000).default(''),
});

export const listDocumentStores = endpoint({
  method: 'GET',
  path: `${path}/store`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'Knowledge bases.',
  response: z.array(documentStoreSummary),
});
export const readDocumentStore = endpoint({
  method: 'GET',
  path: `${path}/store/:id`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'One knowledge base with its loaders and jobs.',
  params: idParams,
  response: documentStore,
});
export const createDocumentStore = endpoint({
  method: 'POST',
  path: `${path}/store`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Adds a knowledge base.',
  body: storeBody,
  response: documentStore,
});
export const updateDocumentStore = endpoint({
  method: 'PUT',
  path: `${path}/store/:id`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Renames a knowledge base.',
  params: idParams,
  body: storeBody.extend({ description: z.string().trim().max(4000) }).partial(),
  response: documentStore,
});
export const deleteDocumentStore = endpoint({
  method: 'DELETE',
  path: `${path}/store/:id`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes a knowledge base with its files, chunks and vectors.',
  params: idParams,
  response: z.object({ deleted: z.number().int() }),
});

/** The available loaders, splitters, embeddings, vector stores, record managers. */
export const listStoreComponents = endpoint({
  method: 'GET',
  path: `${path}/components/:kind`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'Nodes that a knowledge base can be made of, the ones that need no key first.',
  params: z.strictObject({
    kind: z.enum(['loaders', 'splitters', 'embeddings', 'vectorstore', 'recordmanager', 'rerankers']),
  }),
  response: z.array(nodeTemplate),
});

export const uploadStoreFiles = endpoint({
  method: 'POST',
  path: `${path}/store/:id/files`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Stores files for loaders of the knowledge base.',
  params: idParams,
  files: 'only',
  /** `value` is the value of a file parameter: `FILE-STORAGE::["a.pdf"]`. */
  response: z.object({ names: z.array(z.string()), value: z.string() }),
});

const loaderBody = {
  /** Of an existing loader. */
  id: id.optional(),
  storeId: id,
  loaderId: nodeName,
  loaderName: z.string().max(200).optional(),
  loaderConfig: nodeConfig.default({}),
  splitterId: z.string().max(128).default(''),
  splitterName: z.string().max(200).optional(),
  splitterConfig: nodeConfig.default({}),
  credential: z.string().max(64).optional(),
  /** As before where it is absent. */
  reading: readingSettings.optional(),
};

/** A piece of text that can be found. */
export const storeChunk = z.object({
  id,
  chunkNo: z.number().int(),
  storeId: id,
  /** Its loader. */
  docId: id,
  pageContent: z.string(),
  metadata,
});
export type StoreChunk = z.output<typeof storeChunk>;

export const previewLoader = endpoint({
  method: 'POST',
  path: `${path}/loader/preview`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'The first chunks that a loader would give; nothing is stored.',
  bodyLimit: 20 * megabyte,
  body: z
    .strictObject({
      ...loaderBody,
      previewChunkCount: z.number().int().min(1).max(1000).default(20),
      preview: z.boolean().optional(),
      rehydrated: z.boolean().optional(),
    })
    .meta({
      examples: [
        {
          storeId: 'the-id-of-the-knowledge-base',
          loaderId: 'plainText',
          loaderConfig: { text: 'Some words.' },
        },
      ],
    }),
  response: z.object({
    chunks: z.array(
      z.object({
        pageContent: z.string(),
        metadata,
        /** What is embedded in place of the text: with the headings above it. */
        indexText: z.string().optional(),
        /** What is given to the model in its place. */
        parentText: z.string().optional(),
      }),
    ),
    /** Files, or parts of them, that could not be read, and why. */
    problems: z.array(z.string()),
    /** Chunks of the text read so far; a lower bound when `isCut`. */
    totalChunks: z.number().int(),
    previewChunkCount: z.number().int(),
    /** The text continues beyond what was read. */
    isCut: z.boolean(),
  }),
});

export const estimateContexts = endpoint({
  method: 'POST',
  path: `${path}/loader/context-estimate`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'What it would cost at most to have a model write about each chunk; nothing is asked or stored.',
  bodyLimit: 20 * megabyte,
  body: z.strictObject({ ...loaderBody, reading: readingSettings.extend({ context: readingModel }) }).meta({
    examples: [
      {
        storeId: 'the-id-of-the-knowledge-base',
        loaderId: 'plainText',
        loaderConfig: { text: 'Some words.' },
        splitterId: 'structureTextSplitter',
        reading: { context: { name: 'demoModel' } },
      },
    ],
  }),
  response: z.object({
    documents: z.number().int(),
    chunks: z.number().int(),
    inputTokens: z.number().int(),
    /** Of the input, what is the same for every chunk of a document: vendors with a prompt cache charge less for it. */
    repeatedTokens: z.number().int(),
    outputTokens: z.number().int(),
    /** In US dollars without any cache; null for a model without a known price. */
    costUsd: z.number().nullable(),
    /** The source was not read to its end. */
    isLowerBound: z.boolean(),
  }),
});

export const saveLoader = endpoint({
  method: 'POST',
  path: `${path}/loader/save`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Saves a loader; its chunks stay as they are until it is processed.',
  bodyLimit: 20 * megabyte,
  body: z
    .strictObject({
      ...loaderBody,
      previewChunkCount: z.number().int().optional(),
      preview: z.boolean().optional(),
      rehydrated: z.boolean().optional(),
    })
    .meta({
      examples: [
        {
          storeId: 'the-id-of-the-knowledge-base',
          loaderId: 'plainText',
          loaderConfig: { text: 'Some words.' },
        },
      ],
    }),
  response: storeLoader,
});

export const processLoader = endpoint({
  method: 'POST',
  path: `${path}/loader/process/:loaderId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Starts to load and split; follow the job of the answer.',
  params: z.strictObject({ loaderId: id }),
  // Clients of Flowise send the whole loader again.
  body: z.object({ storeId: id.optional() }).default({}),
  bodyLimit: 20 * megabyte,
  response: storeLoader,
});

export const deleteLoader = endpoint({
  method: 'DELETE',
  path: `${path}/loader/:id/:loaderId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes a loader of a knowledge base with its files, chunks and vectors.',
  params: z.strictObject({ id, loaderId: id }),
});

export const listChunks = endpoint({
  method: 'GET',
  path: `${path}/chunks/:storeId/:fileId/:pageNo`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'A page of 50 chunks of a loader, or of the whole store when the loader is "all".',
  params: z.strictObject({ storeId: id, fileId: id, pageNo: z.coerce.number().int().min(1).max(1_000_000) }),
  query: z.object({ search: z.string().max(200).optional() }),
  response: z.object({
    chunks: z.array(storeChunk),
    /** Chunks on all pages. */
    count: z.number().int(),
    /** What is searched is so short or common that only the first 2,000 were looked through. */
    isPartial: z.boolean().optional(),
    currentPage: z.number().int(),
    file: storeLoaderSummary.nullable(),
    storeName: z.string(),
    description: z.string(),
    docId: z.string(),
    characters: z.number().int(),
  }),
});
const chunkParams = z.strictObject({ storeId: id, loaderId: id, chunkId: id });
export const updateChunk = endpoint({
  method: 'PUT',
  path: `${path}/chunks/:storeId/:loaderId/:chunkId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Changes text and metadata of a chunk; it is found again after the next upsert.',
  params: chunkParams,
  body: z.strictObject({ pageContent: z.string().trim().min(1, 'must not be empty').max(500_000), metadata }),
  response: storeChunk,
});
export const deleteChunk = endpoint({
  method: 'DELETE',
  path: `${path}/chunks/:storeId/:loaderId/:chunkId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes a chunk and its vector.',
  params: chunkParams,
});
