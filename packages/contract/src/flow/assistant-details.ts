import * as z from 'zod';

/** A node of an assistant: its model, a tool, its memory; keys we do not know stay. */
export const assistantPart = z.looseObject({
  /** Name of the catalogue's node. */
  name: z.string().min(1, 'must not be empty').max(128),
  /** Id of its node in the assistant's flow; stable over saves, so that sealed values stay with their owner. */
  id: z.string().max(128).optional(),
  label: z.string().max(200).optional(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  /** Id of a stored credential. */
  credential: z.string().max(64).optional(),
});
export type AssistantPart = z.output<typeof assistantPart>;

/** A knowledge base that the assistant can search. */
const assistantKnowledge = z.looseObject({
  id: z.string().min(1, 'must not be empty').max(64),
  name: z.string().max(200).default(''),
  /** Tells the model when to search it. */
  description: z.string().max(4000).default(''),
  returnSourceDocuments: z.boolean().default(false),
});
export type AssistantKnowledge = z.output<typeof assistantKnowledge>;

/** "Nothing chosen" comes as null, '' or {}. */
function orNothing(value: unknown): unknown {
  const isEmptyObject = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === null || value === '' || isEmptyObject ? undefined : value;
}
const optionalPart = z.preprocess(orNothing, assistantPart.optional());

/** The `details` of a custom assistant, in Flowise's format; `memory` is ours. */
export const customDetails = z.looseObject({
  name: z.string().trim().min(1, 'must not be empty').max(200),
  /** Id of the hidden flow; the server writes it. */
  chatflowid: z.string().max(64).nullish(),
  chatModel: optionalPart,
  instruction: z.string().max(100_000).default(''),
  documentStores: z.array(assistantKnowledge).max(50).default([]),
  tools: z.array(assistantPart).max(100).default([]),
  /** Absent: the whole conversation is remembered. */
  memory: optionalPart,
});
export type CustomDetails = z.output<typeof customDetails>;

/** The `details` of an assistant stored at a vendor, in the vendor's format. */
export const vendorDetails = z.looseObject({
  id: z.string().max(128).optional(),
  name: z
    .string()
    .max(256)
    .nullish()
    .transform((name) => name ?? ''),
  description: z.string().max(512).nullish(),
  model: z.string().max(256).nullish(),
  instructions: z.string().max(256_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  tools: z
    .array(z.union([z.string().transform((type) => ({ type })), z.looseObject({ type: z.string() })]))
    .max(128)
    .nullish(),
});
export type VendorDetails = z.output<typeof vendorDetails>;

/** `CUSTOM` runs here on a flow of its own; the others are stored at their vendor. */
export const assistantType = z.enum(['CUSTOM', 'OPENAI', 'AZURE']);
export type AssistantType = z.output<typeof assistantType>;

/** The type of `details`, where it is not given: Flowise's bundles omit it. */
export function typeOfDetails(details: Readonly<Record<string, unknown>>): AssistantType {
  const isVendors =
    'model' in details || 'instructions' in details || String(details['id'] ?? '').startsWith('asst_');
  return isVendors && !('chatModel' in details) ? 'OPENAI' : 'CUSTOM';
}
