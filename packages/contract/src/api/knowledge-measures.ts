import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import { job } from './jobs.ts';
import { studioPrefix } from './prefixes.ts';
import { searchConfiguration } from './search-configuration.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store/measures/:storeId`;
const auth = 'sessionOrKey';
const megabyte = 1024 * 1024;

/** Questions that one knowledge base can have. */
export const mostCases = 2000;
const casesPerPage = 50;
/** Saved questions that one page can have. */
export const mostListedCases = 500;

const storeParams = z.strictObject({ storeId: id });
const tagName = z.string().trim().min(1, 'must not be empty').max(64);
const tags = z.array(tagName).max(20);
const question = z.string().trim().min(1, 'must not be empty').max(10_000);

/** How a question came to be a test. */
const caseOrigin = z.enum(['query', 'explain', 'feedback', 'model', 'import', 'manual']);
export type CaseOrigin = z.output<typeof caseOrigin>;

/** A passage that an answer should hold. It is known by its text and place, whatever chunks are made of the document. */
const expectedPassage = z.object({
  id,
  text: z.string(),
  /** The document, as chunks name it. */
  source: z.string(),
  /** Where in the document, as people read it. */
  place: z.object({
    lines: z.tuple([z.number(), z.number()]).optional(),
    page: z.number().optional(),
    path: z.array(z.string()).optional(),
  }),
});

const measureCase = z.object({
  id,
  question: z.string(),
  expected: z.array(expectedPassage),
  tags: z.array(z.string()),
  origin: caseOrigin,
  /** What a model made counts only when a person has confirmed it. */
  isConfirmed: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type MeasureCase = z.output<typeof measureCase>;

const caseState = z.enum(['all', 'unconfirmed']);
export type CaseState = z.output<typeof caseState>;

export const listMeasureCases = endpoint({
  method: 'GET',
  path: `${path}/cases`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary:
    'The saved questions of a knowledge base, newest first, page by page, with the passages that they should find.',
  params: storeParams,
  query: z.strictObject({
    state: caseState.default('all'),
    /** Of the answer before. */
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(mostListedCases).default(casesPerPage),
  }),
  response: z.object({
    cases: z.array(measureCase),
    /** Null on the last page. */
    next: z.string().nullable(),
    /** Over all pages. `countable`: those that a measurement asks, which are confirmed and name a passage. */
    counts: z.object({
      all: z.number().int(),
      unconfirmed: z.number().int(),
      countable: z.number().int(),
    }),
    openJob: job.nullable(),
  }),
});

export const createMeasureCase = endpoint({
  method: 'POST',
  path: `${path}/cases`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Saves a question with the chunks that it should find.',
  params: storeParams,
  body: z.strictObject({
    question,
    chunkIds: z.array(id).max(50).default([]),
    tags: tags.default([]),
    origin: caseOrigin.default('manual'),
  }),
  response: measureCase,
  status: 201,
});

const caseParams = z.strictObject({ storeId: id, caseId: id });

export const updateMeasureCase = endpoint({
  method: 'PUT',
  path: `${path}/cases/:caseId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Changes a saved question; confirms one that a model made.',
  params: caseParams,
  body: z
    .strictObject({
      question,
      tags,
      isConfirmed: z.boolean(),
      /** Passages that stay, by their ids. */
      passageIds: z.array(id).max(50),
      /** Chunks that become passages besides. */
      chunkIds: z.array(id).max(50),
    })
    .partial(),
  response: measureCase,
});

export const deleteMeasureCases = endpoint({
  method: 'POST',
  path: `${path}/cases/delete`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes saved questions; measurements keep what they have measured.',
  params: storeParams,
  body: z.strictObject({ ids: z.array(id).min(1).max(mostCases) }),
  response: z.object({ deleted: z.number().int() }),
});

export const importMeasureCases = endpoint({
  method: 'POST',
  path: `${path}/cases/import`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Adds questions from CSV (question, passage, source, tags) or JSON. All of them, or none.',
  params: storeParams,
  bodyLimit: 10 * megabyte,
  body: z
    .strictObject({ format: z.enum(['csv', 'json']), text: z.string().min(1, 'must not be empty') })
    .meta({
      examples: [{ format: 'csv', text: 'question,passage,source,tags\nHow long?,Two years.,a.md,\n' }],
    }),
  response: z.object({ added: z.number().int() }),
});

export const exportMeasureCases = endpoint({
  method: 'GET',
  path: `${path}/cases/export`,
  auth,
  permits: 'knowledge:read',
  proof: 'ifRequired',
  tag,
  summary: 'The saved questions as CSV or JSON.',
  params: storeParams,
  query: z.object({ format: z.enum(['csv', 'json']).default('json') }),
  response: z.object({ name: z.string(), text: z.string() }),
});

const chosenModel = z.strictObject({
  name: z.string().min(1).max(128),
  inputs: z.record(z.string().max(128), z.unknown()).default({}),
  credential: z.string().max(64).optional(),
});

export const suggestMeasureCases = endpoint({
  method: 'POST',
  path: `${path}/cases/suggest`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Lets a chat model make questions from chunks; each counts once a person has confirmed it.',
  params: storeParams,
  body: z
    .strictObject({ chatModel: chosenModel, count: z.number().int().min(1).max(100).default(10) })
    .meta({ examples: [{ chatModel: { name: 'demoModel' }, count: 5 }] }),
  response: job,
});

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type Estimate = z.output<typeof estimate>;

/** Over all questions, with intervals of 95 %. */
const measuredFigures = z.object({
  cases: z.number().int(),
  hit: estimate,
  recall: estimate,
  mrr: estimate,
  ndcg: estimate,
  p50Ms: z.number(),
  p95Ms: z.number(),
  costUsd: z.number(),
});
export type MeasuredFigures = z.output<typeof measuredFigures>;

/** A way to cut documents. */
const chunker = z.strictObject({
  splitterId: z.string().min(1).max(128),
  splitterConfig: z.record(z.string().max(128), z.unknown()).default({}),
});

const measurement = z.object({
  id,
  name: z.string(),
  /** How the store was searched, with everything that was left to the store. */
  configuration: searchConfiguration,
  /** Of a try of chunkers: which try it belongs to, and what was tried; null for the chunks as they are. */
  trial: z.object({ id, chunker: chunker.nullable(), chunks: z.number().int().nullable() }).nullable(),
  /** Null until it has ended. */
  figures: measuredFigures.nullable(),
  /** Questions that were left out because they name no passage, or are not confirmed. */
  skipped: z.number().int(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  done: z.number().int(),
  total: z.number().int().nullable(),
  error: z.string().nullable(),
  jobId: id,
  createdAt: timestamp,
});
export type Measurement = z.output<typeof measurement>;

export const listMeasurements = endpoint({
  method: 'GET',
  path: `${path}/runs`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'The measurements of a knowledge base, newest first.',
  params: storeParams,
  response: z.object({ runs: z.array(measurement) }),
});

export const startMeasurement = endpoint({
  method: 'POST',
  path: `${path}/runs`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Asks all saved questions with one configuration, and computes how well they are answered.',
  params: storeParams,
  body: z.strictObject({
    name: z.string().trim().max(200).default(''),
    configuration: searchConfiguration.default({}),
  }),
  response: measurement,
  status: 201,
});

const runParams = z.strictObject({ storeId: id, runId: id });

const caseResult = z.object({
  caseId: id,
  question: z.string(),
  tags: z.array(z.string()),
  /** Where the expected passages are; null where they are not in the answer. */
  ranks: z.array(z.number().int().nullable()),
  hit: z.number(),
  recall: z.number(),
  reciprocalRank: z.number(),
  ndcg: z.number(),
  ms: z.number(),
  /** Why it could not be asked; then it counts for nothing. */
  error: z.string().nullable(),
});

export const readMeasurement = endpoint({
  method: 'GET',
  path: `${path}/runs/:runId`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'A measurement with the places of each question.',
  params: runParams,
  response: measurement.extend({ results: z.array(caseResult) }),
});

export const deleteMeasurement = endpoint({
  method: 'DELETE',
  path: `${path}/runs/:runId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes a measurement; one that is running is stopped.',
  params: runParams,
});

const verdict = z.object({
  verdict: z.enum(['better', 'worse', 'same', 'not-shown']),
  /** The second minus the first, over the questions that both have. */
  difference: estimate,
  p: z.number(),
  /** About how many more questions would show a difference of this size. */
  moreNeeded: z.number().int().nullable(),
});
export type Verdict = z.output<typeof verdict>;

export const compareMeasurements = endpoint({
  method: 'GET',
  path: `${path}/compare`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'Two measurements side by side: figures, paired tests, and the questions, changed ones first.',
  params: storeParams,
  query: z.object({ first: id, second: id }),
  response: z.object({
    first: measurement,
    second: measurement,
    /** Questions that both have. */
    shared: z.number().int(),
    hit: verdict,
    recall: verdict,
    mrr: verdict,
    ndcg: verdict,
    cases: z.array(
      z.object({
        caseId: id,
        question: z.string(),
        first: z.object({ ranks: z.array(z.number().int().nullable()), ndcg: z.number() }),
        second: z.object({ ranks: z.array(z.number().int().nullable()), ndcg: z.number() }),
      }),
    ),
  }),
});
export type MeasurementComparison = z.output<typeof compareMeasurements.response>;

export const tryChunkers = endpoint({
  method: 'POST',
  path: `${path}/trials`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary:
    'Cuts up to 200 documents in up to three other ways, beside the chunks that answer, and measures each; nothing of it stays but the figures.',
  params: storeParams,
  body: z
    .strictObject({
      candidates: z.array(chunker).min(1).max(3),
      configuration: searchConfiguration.default({}),
    })
    .meta({ examples: [{ candidates: [{ splitterId: 'structureTextSplitter' }] }] }),
  /** The chunks as they are first, then the candidates. */
  response: z.object({ runs: z.array(measurement) }),
  status: 201,
});
