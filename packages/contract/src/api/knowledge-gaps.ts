import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Knowledge Base';
const path = `${studioPrefix}/document-store/gaps/:storeId`;
const auth = 'sessionOrKey';

const gapsPerPage = 50;
/** Gaps that one request may name, or ask for. */
export const mostNamedGaps = 1000;

const gapState = z.enum(['open', 'answered', 'dismissed']);
export type GapState = z.output<typeof gapState>;

/** Questions that a knowledge base had no answer to, which ask the same. */
const knowledgeGap = z.object({
  id,
  /** As it was asked last. */
  question: z.string(),
  /** How else it was asked. */
  others: z.array(z.string()),
  state: gapState,
  /** How often. */
  asked: z.number().int(),
  /** The nearest that was found, as a similarity; null when there was nothing. */
  bestScore: z.number().nullable(),
  firstAskedAt: timestamp,
  lastAskedAt: timestamp,
});
export type KnowledgeGap = z.output<typeof knowledgeGap>;

const storeParams = z.strictObject({ storeId: id });
const gapParams = z.strictObject({ storeId: id, gapId: id });

export const listKnowledgeGaps = endpoint({
  method: 'GET',
  path,
  auth,
  // The questions are what people have said.
  permits: ['knowledge:read', 'conversations:read'],
  tag,
  summary: 'Questions that a knowledge base had no answer to, grouped, the latest first, page by page.',
  params: storeParams,
  query: z.strictObject({
    state: gapState.default('open'),
    /** Of the answer before. */
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(mostNamedGaps).default(gapsPerPage),
  }),
  response: z.object({
    gaps: z.array(knowledgeGap),
    /** Null on the last page. */
    next: z.string().nullable(),
    counts: z.object({ open: z.number().int(), answered: z.number().int(), dismissed: z.number().int() }),
  }),
});

export const updateKnowledgeGaps = endpoint({
  method: 'PUT',
  path,
  auth,
  permits: ['knowledge:edit', 'conversations:read'],
  tag,
  summary: 'Dismisses gaps of a knowledge base, or opens them again; those that are gone are passed over.',
  params: storeParams,
  body: z.strictObject({
    ids: z.array(id).min(1).max(mostNamedGaps),
    state: z.enum(['open', 'dismissed']),
  }),
  response: z.object({ changed: z.number().int() }),
});

export const updateKnowledgeGap = endpoint({
  method: 'PUT',
  path: `${path}/:gapId`,
  auth,
  permits: ['knowledge:edit', 'conversations:read'],
  tag,
  summary: 'Dismisses a gap of a knowledge base, or opens it again.',
  params: gapParams,
  body: z.strictObject({ state: z.enum(['open', 'dismissed']) }),
});

export const answerKnowledgeGap = endpoint({
  method: 'POST',
  path: `${path}/:gapId/passage`,
  auth,
  permits: ['knowledge:edit', 'conversations:read'],
  tag,
  summary: 'Adds a passage to a knowledge base that answers a gap, and marks it answered.',
  params: gapParams,
  body: z.strictObject({ text: z.string().trim().min(1, 'must not be empty').max(100_000) }),
  response: z.object({ loaderId: id }),
});
