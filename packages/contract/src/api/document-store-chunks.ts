import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store`;
const auth = 'sessionOrKey';

/** Chunks that one answer lists by their ids. */
const mostListed = 10_000;
/** Chunks that one request may name. */
export const mostNamedChunks = 1000;

export const listChunkIds = endpoint({
  method: 'GET',
  path: `${path}/chunk-ids/:storeId/:fileId`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: `The ids of the chunks of a loader, or of the whole store when the loader is "all"; ${mostListed} at most.`,
  params: z.strictObject({ storeId: id, fileId: id }),
  query: z.strictObject({
    search: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(mostListed).default(mostListed),
  }),
  response: z.object({
    ids: z.array(id),
    /** There are no more of them. */
    isAll: z.boolean(),
  }),
});

export const removeChunks = endpoint({
  method: 'POST',
  path: `${path}/chunks/:storeId/remove`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes chunks and their vectors; those that are gone already are passed over.',
  params: z.strictObject({ storeId: id }),
  body: z.strictObject({ ids: z.array(id).min(1).max(mostNamedChunks) }),
  response: z.object({ removed: z.number().int() }),
});

const metadataField = z.object({
  name: z.string(),
  /** As what its values are compared; more than one where sources differ. */
  types: z.array(z.enum(['text', 'number', 'date', 'boolean', 'list'])),
  /** Some of them. */
  values: z.array(z.string()),
});

export const listMetadataFields = endpoint({
  method: 'GET',
  path: `${path}/metadata-fields/:storeId`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'The fields of metadata that chunks of a knowledge base have, by a sample of each source.',
  params: z.strictObject({ storeId: id }),
  response: z.object({ fields: z.array(metadataField) }),
});
