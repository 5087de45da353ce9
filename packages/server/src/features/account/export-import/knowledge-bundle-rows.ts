import { readingSettings } from '@tendril/contract/api/reading-settings';
import * as z from 'zod';
import { id, jsonText, jsonTextOf, longestText, name, text } from './bundle-rows.ts';

/** Loaders name their files, and may have their text among their settings. */
const longestLoaders = 20_000_000;
/** Base64 of a part of a file. */
const longestPart = 2_000_000;

const accessList = z.array(z.string().max(260)).max(200).nullish().catch(null);
const count = z.number().int().min(0);
const key = z.string().min(1).max(64);

/** A secret that a knowledge base used where it comes from. */
const usedSecret = z.object({ place: text(200), name: text(200), kind: text(128) });

const question = z.object({
  question: z.string().min(1).max(10_000),
  expected: z
    .array(
      z.object({
        id: z.string().min(1).max(64),
        text: z.string().max(20_000),
        hash: z.string().max(64).nullable().catch(null),
        source: z.string().max(2000),
        place: z.object({
          lines: z.tuple([z.number(), z.number()]).optional(),
          page: z.number().optional(),
          path: z.array(z.string().max(2000)).max(64).optional(),
        }),
      }),
    )
    .max(100),
  tags: z.array(z.string().max(200)).max(100),
  origin: z.enum(['query', 'explain', 'feedback', 'model', 'import', 'manual']).catch('import'),
  isConfirmed: z.boolean().catch(false),
});

export const storeRow = z.object({
  id,
  name: name(200),
  description: text(4000),
  loaders: jsonTextOf(longestLoaders),
  embeddingConfig: jsonText,
  vectorStoreConfig: jsonText,
  recordManagerConfig: jsonText,
  audience: z.enum(['open', 'restricted']).catch('open'),
  secrets: z.array(usedSecret).max(2000).catch([]),
  questions: z.array(question).max(10_000).catch([]),
});

export const loaderRow = z.object({
  id: z.string().min(1).max(64),
  loaderId: z.string().min(1).max(128),
  loaderName: text(200),
  loaderConfig: z.record(z.string().max(128), z.unknown()).nullish(),
  splitterId: text(128),
  splitterName: text(200),
  splitterConfig: z.record(z.string().max(128), z.unknown()).nullish(),
  source: text(2000).catch(''),
  files: z.array(z.unknown()).nullish().catch([]),
  reading: readingSettings.nullish().catch(null),
  isStale: z.boolean().catch(false),
  acl: accessList,
  sync: z
    .object({ cron: z.string().max(200), timezone: z.string().max(100) })
    .nullish()
    .catch(null),
});

export const storedName = z.object({
  name: z.string().min(1).max(1000),
  size: count.catch(0),
  mimePrefix: text(200).catch(''),
});

export const chunkRow = z.object({
  docId: z.string().max(64),
  storeId: z.string().max(64),
  chunkNo: count,
  pageContent: text(longestText),
  metadata: jsonText,
  indexText: z.string().max(longestText).nullish(),
  parentKey: z.string().max(500).nullish(),
  fileId: z.string().max(64).nullish(),
});

export const parentRow = z.object({
  docId: key,
  storeId: key,
  key: z.string().min(1).max(500),
  text: z.string().max(longestText),
});

export const documentRow = z.object({
  id: key,
  docId: key,
  storeId: key,
  key: z.string().min(1).max(2000),
  title: text(2000),
  url: z.string().max(4000).nullish(),
  version: z.string().max(2000).nullish(),
  contentHash: z.string().max(128).nullish(),
  state: z.enum(['queued', 'reading', 'chunked', 'embedded', 'failed']),
  bytes: z.coerce.number().int().min(0).nullish(),
  chunks: count,
  chars: z.coerce.number().int().min(0),
  error: z.string().max(20_000).nullish(),
  origin: z.enum(['listed', 'kept']).nullish().catch(null),
  acl: accessList,
  aclAt: z.coerce.number().int().nullish().catch(null),
  storedName: z.string().max(2000).nullish(),
  position: count,
});

export const contentRow = z.object({
  storeId: key,
  name: z.string().min(1).max(1000),
  mediaType: z.string().min(1).max(200),
  size: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  part: count,
  data: z.string().max(longestPart).nullable(),
});
