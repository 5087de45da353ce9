import * as z from 'zod';
import { parseShallowJson } from '../json/parse-shallow-json.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { conversationId } from './predictions.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Vector stores';

/** A field that forms send as text: an object, or its JSON text. */
const overrideConfig = z
  .union([
    z.record(z.string(), z.unknown()),
    z
      .string()
      .max(1_000_000)
      .transform((text, context) => {
        try {
          const value: unknown = parseShallowJson(text);
          if (typeof value === 'object' && value !== null && !Array.isArray(value))
            return value as Record<string, unknown>;
        } catch {}
        context.addIssue({ code: 'custom', message: 'must be a JSON object' });
        return z.NEVER;
      }),
  ])
  .optional();

/** Unknown keys are dropped: API clients send their own. */
export const upsertBody = z.object({
  /** The vector store to fill; needed when the flow has several. */
  stopNodeId: z.string().max(128).optional(),
  overrideConfig,
  /** The added passages are found in this chat only. */
  chatId: conversationId.optional(),
});
export type UpsertBody = z.output<typeof upsertBody>;

/** How many passages an upsert has added, changed, left unchanged and deleted. */
const upsertResult = z.object({
  numAdded: z.number().int(),
  numUpdated: z.number().int(),
  numSkipped: z.number().int(),
  numDeleted: z.number().int(),
  addedDocs: z.array(z.object({ pageContent: z.string(), metadata: z.record(z.string(), z.unknown()) })),
});
export type UpsertResult = z.output<typeof upsertResult>;

export const upsertVectors = endpoint({
  method: 'POST',
  path: `${studioPrefix}/vector/upsert/:id`,
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: "Fills a vector store of the flow, from its loaders or from the form's files.",
  params: idParams,
  body: upsertBody,
  files: true,
  response: upsertResult,
});

export const upsertVectorsInternally = endpoint({
  method: 'POST',
  path: `${studioPrefix}/vector/internal-upsert/:id`,
  auth: 'session',
  permits: 'flows:run',
  tag,
  summary: 'Fills a vector store of the flow as it stands on the canvas.',
  params: idParams,
  body: upsertBody,
  files: true,
  response: upsertResult,
});

const upsertedNode = z.object({
  label: z.string(),
  nodeName: z.string(),
  name: z.string(),
  category: z.string(),
  id: z.string(),
  paramValues: z.array(
    z.object({ label: z.string(), name: z.string(), type: z.string(), value: z.string() }),
  ),
});

/** A past upsert, in the format of Flowise's clients. */
const upsertRecord = z.object({
  id,
  chatflowid: id,
  result: upsertResult,
  /** The nodes that took part, with their values. */
  flowData: z.array(upsertedNode),
  date: z.string(),
});
export type UpsertRecord = z.output<typeof upsertRecord>;

export const listUpsertHistory = endpoint({
  method: 'GET',
  path: `${studioPrefix}/upsert-history/:id`,
  auth: 'sessionOrKey',
  permits: 'flows:read',
  tag,
  summary: "A flow's upserts.",
  params: idParams,
  query: z.object({
    order: z.enum(['ASC', 'DESC']).default('ASC'),
    startDate: z.string().max(40).optional(),
    endDate: z.string().max(40).optional(),
  }),
  response: z.array(upsertRecord),
});

export const deleteUpsertHistory = endpoint({
  method: 'PATCH',
  path: `${studioPrefix}/upsert-history`,
  auth: 'sessionOrKey',
  permits: 'flows:edit',
  tag,
  summary: 'Takes entries out of the upsert history; what they have added stays.',
  body: z.object({ ids: z.array(id).min(1).max(1000) }),
  response: z.object({ affected: z.number().int() }),
});
