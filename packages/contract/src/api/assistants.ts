import * as z from 'zod';
import { assistantPart, assistantType } from '../flow/assistant-details.ts';
import { nodeTemplate } from '../node/node-template.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

const tag = 'Assistants';
const path = `${studioPrefix}/assistants`;
const auth = 'sessionOrKey';
const bodyLimit = 12 * 1024 * 1024;

/** A part that this installation cannot run; the assistant answers without it. */
const assistantProblem = z.object({
  /** Its place in `details`: "tools.1". */
  path: z.string(),
  name: z.string(),
  code: z.enum(['UNKNOWN_NODE', 'NO_KNOWLEDGE_NODES', 'NO_MODEL']),
});
export type AssistantProblem = z.output<typeof assistantProblem>;

/** A row in Flowise's format; `details` is JSON text. `flowId`, `revision` and `problems` are ours. */
export const assistant = z.object({
  id,
  details: z.string(),
  credential: z.string().nullable(),
  iconSrc: z.string().nullable(),
  type: assistantType,
  /** The hidden flow that answers; null until a custom assistant has a model. */
  flowId: z.string().nullable(),
  /** Counts the saves. */
  revision: z.number().int(),
  problems: z.array(assistantProblem),
  createdDate: z.string(),
  updatedDate: z.string(),
});
export type Assistant = z.output<typeof assistant>;

/** Unknown keys are dropped: API clients send whole rows back. */
const assistantBody = z.object({
  details: z
    .string()
    .min(1, 'must not be empty')
    .max(10_000_000)
    .meta({ examples: ['{"name":"Support","instruction":"Answer politely."}'] }),
  credential: z.union([id, z.literal('')]).nullish(),
  iconSrc: z.string().max(500_000).nullish(),
  type: assistantType.optional(),
});

export const listAssistants = endpoint({
  method: 'GET',
  path,
  auth,
  permits: 'assistants:read',
  tag,
  summary: 'Assistants, those of one type when `type` is given.',
  query: z.object({ type: assistantType.optional() }),
  response: z.array(assistant),
});

export const readAssistant = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth,
  permits: 'assistants:read',
  tag,
  summary: 'One assistant.',
  params: idParams,
  response: assistant,
});

export const createAssistant = endpoint({
  method: 'POST',
  path,
  auth,
  permits: 'assistants:edit',
  tag,
  summary: 'Adds an assistant; a custom one gets a hidden flow as soon as it has a model.',
  body: assistantBody,
  bodyLimit,
  response: assistant,
});

export const updateAssistant = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth,
  permits: 'assistants:edit',
  tag,
  summary: 'Changes an assistant and its flow; with `revision`, only if nobody else has since.',
  params: idParams,
  body: assistantBody.omit({ type: true }).partial().extend({ revision: z.number().int().optional() }),
  bodyLimit,
  response: assistant,
});

export const deleteAssistant = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth,
  permits: 'assistants:edit',
  tag,
  summary: 'Deletes an assistant with its messages; with `isDeleteBoth`, the copy at OpenAI too.',
  params: idParams,
  query: z.object({ isDeleteBoth: z.enum(['true', 'false']).optional() }),
  response: z.object({ affected: z.number() }),
});

export const listAssistantModels = endpoint({
  method: 'GET',
  path: `${path}/components/chatmodels`,
  auth,
  permits: 'assistants:read',
  tag,
  summary: 'Chat models that an assistant can use.',
  response: z.array(nodeTemplate),
});

export const listAssistantStores = endpoint({
  method: 'GET',
  path: `${path}/components/docstores`,
  auth,
  permits: 'assistants:read',
  tag,
  summary: 'Knowledge bases that can be searched; `name` is the id.',
  response: z.array(z.object({ name: z.string(), label: z.string(), description: z.string() })),
});

export const listAssistantTools = endpoint({
  method: 'GET',
  path: `${path}/components/tools`,
  auth,
  permits: 'assistants:read',
  tag,
  summary: 'Tools that an assistant can use: those that need no other node.',
  response: z.array(nodeTemplate),
});

export const generateInstruction = endpoint({
  method: 'POST',
  path: `${path}/generate/instruction`,
  auth,
  permits: 'assistants:edit',
  tag,
  summary: 'Lets a chat model write the instructions for a task.',
  body: z.object({
    task: z.string().trim().min(1, 'must not be empty').max(10_000),
    selectedChatModel: assistantPart,
  }),
  response: z.object({ content: z.string() }),
});

export const openAssistantAsFlow = endpoint({
  method: 'POST',
  path: `${path}/:id/flow`,
  auth: 'session',
  permits: 'flows:edit',
  tag,
  summary: 'Makes a normal flow with the same nodes.',
  params: idParams,
  body: z.strictObject({}).optional(),
  response: z.object({ id, name: z.string() }),
  status: 201,
});

/** A part of a vendor's assistant that a custom one cannot have, and why a person has to check it. */
const conversionGap = z.object({
  kind: z.enum(['model', 'codeInterpreter', 'fileSearch', 'function', 'tool', 'files', 'setting', 'secret']),
  /** The function, vector store, file or setting. */
  name: z.string(),
});
export type ConversionGap = z.output<typeof conversionGap>;

const conversion = {
  /** JSON text, as of a custom assistant. */
  details: z.string(),
  /** Functions for which a custom tool of the same name exists. */
  tools: z.array(z.string()),
  gaps: z.array(conversionGap),
};

export const previewConversion = endpoint({
  method: 'GET',
  path: `${path}/:id/conversion`,
  auth: 'session',
  permits: 'assistants:read',
  tag,
  summary: "What a vendor's assistant becomes as a custom one, and what cannot be taken along.",
  params: idParams,
  response: z.object(conversion),
});

export const convertAssistant = endpoint({
  method: 'POST',
  path: `${path}/:id/conversion`,
  auth: 'session',
  permits: 'assistants:edit',
  tag,
  summary: "Makes a custom assistant from a vendor's; that one stays.",
  params: idParams,
  body: z.strictObject({}).optional(),
  response: z.object({ assistant, gaps: z.array(conversionGap) }),
  status: 201,
});

const vendorPath = `${studioPrefix}/openai-assistants`;
const credentialQuery = z.object({ credential: id });

/** An assistant as OpenAI describes it. */
const vendorAssistant = z.looseObject({ id: z.string(), name: z.string().nullable().optional() });

export const listVendorAssistants = endpoint({
  method: 'GET',
  path: vendorPath,
  auth,
  permits: 'assistants:edit',
  tag,
  summary: 'Assistants that OpenAI holds for a key, as long as OpenAI answers.',
  query: credentialQuery,
  response: z.array(vendorAssistant),
});

export const readVendorAssistant = endpoint({
  method: 'GET',
  path: `${vendorPath}/:id`,
  auth,
  permits: 'assistants:edit',
  tag,
  summary: 'One assistant that OpenAI holds for a key.',
  params: idParams,
  query: credentialQuery,
  response: vendorAssistant,
});
