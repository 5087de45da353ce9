import * as z from 'zod';
import { parseShallowJson } from '../json/parse-shallow-json.ts';
import { endpoint } from './endpoint.ts';
import { retellAuth as auth, retellId, retellPrefix, retellTag as tag } from './retell-pages.ts';

const megabyte = 1024 * 1024;
const oneText = z.object({
  title: z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  text: z.string().min(1, 'must not be empty'),
});

/** In a form, lists come as JSON text. */
const listed = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(readJson, z.array(item).max(100, 'must have at most 100 items')).optional();

function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseShallowJson(value);
  } catch {
    return value;
  }
}

/** Sources to be added to a knowledge base; files come beside them. */
export const retellSources = z.object({
  knowledge_base_texts: listed(oneText),
  knowledge_base_urls: listed(z.url({ protocol: /^https?$/, error: 'must be a web address' }).max(2000)),
});
export type RetellSources = z.output<typeof retellSources>;

export const retellKnowledgeBody = retellSources.extend({
  knowledge_base_name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters'),
  max_chunk_size: z.coerce.number().int().min(100, 'must be 100 to 10000').max(10_000).optional(),
});
export type RetellKnowledgeBody = z.output<typeof retellKnowledgeBody>;

const source = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('document'),
    source_id: z.string(),
    filename: z.string(),
    file_size: z.number(),
    file_url: z.string(),
  }),
  z.object({ type: z.literal('text'), source_id: z.string(), title: z.string(), content_url: z.string() }),
  z.object({ type: z.literal('url'), source_id: z.string(), url: z.string() }),
]);
export type RetellSource = z.output<typeof source>;

const retellKnowledgeBase = z.object({
  knowledge_base_id: z.string(),
  knowledge_base_name: z.string(),
  status: z.enum(['in_progress', 'complete', 'error']),
  knowledge_base_sources: z.array(source),
  enable_auto_refresh: z.literal(false),
  last_refreshed_timestamp: z.number(),
});
export type RetellKnowledgeBase = z.output<typeof retellKnowledgeBase>;

const params = z.strictObject({ knowledgeBaseId: retellId });

export const createRetellKnowledgeBase = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-knowledge-base`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Makes a knowledge base from texts, web pages and files.',
  files: true,
  body: retellKnowledgeBody,
  bodyLimit: 10 * megabyte,
  response: retellKnowledgeBase,
  status: 201,
});

export const readRetellKnowledgeBase = endpoint({
  method: 'GET',
  path: `${retellPrefix}/get-knowledge-base/:knowledgeBaseId`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'A knowledge base with its sources.',
  params,
  response: retellKnowledgeBase,
});

export const listRetellKnowledgeBases = endpoint({
  method: 'GET',
  path: `${retellPrefix}/list-knowledge-bases`,
  auth,
  permits: 'knowledge:read',
  tag,
  summary: 'Knowledge bases.',
  response: z.array(retellKnowledgeBase),
});

export const deleteRetellKnowledgeBase = endpoint({
  method: 'DELETE',
  path: `${retellPrefix}/delete-knowledge-base/:knowledgeBaseId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Deletes a knowledge base with all it holds.',
  params,
});

export const addRetellSources = endpoint({
  method: 'POST',
  path: `${retellPrefix}/add-knowledge-base-sources/:knowledgeBaseId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Adds texts, web pages and files to a knowledge base.',
  params,
  files: true,
  body: retellSources,
  bodyLimit: 10 * megabyte,
  response: retellKnowledgeBase,
  status: 201,
});

export const deleteRetellSource = endpoint({
  method: 'DELETE',
  path: `${retellPrefix}/delete-knowledge-base-source/:knowledgeBaseId/source/:sourceId`,
  auth,
  permits: 'knowledge:edit',
  tag,
  summary: 'Takes a source out of a knowledge base.',
  params: z.strictObject({ knowledgeBaseId: retellId, sourceId: retellId }),
  response: retellKnowledgeBase,
});
