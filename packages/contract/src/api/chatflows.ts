import * as z from 'zod';
import { flowType } from '../flow/flow.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './id.ts';
import { studioPrefix } from './prefixes.ts';

/** The routes of Flowise's own clients and scripts for flows; also served under `/api/v1`. */
const tag = 'Flows (Flowise form)';
const path = `${studioPrefix}/chatflows`;

const jsonText = z.string().max(10_000_000).nullish();

/** A row in Flowise's format; JSON columns are text, dates ISO. */
export const chatflow = z.object({
  id,
  name: z.string(),
  flowData: z.string(),
  deployed: z.boolean(),
  isPublic: z.boolean(),
  apikeyid: z.string().nullable(),
  chatbotConfig: z.string().nullable(),
  apiConfig: z.string().nullable(),
  analytic: z.string().nullable(),
  speechToText: z.string().nullable(),
  textToSpeech: z.string().nullable(),
  followUpPrompts: z.string().nullable(),
  mcpServerConfig: z.string().nullable(),
  category: z.string().nullable(),
  type: z.string(),
  createdDate: z.string(),
  updatedDate: z.string(),
});
export type Chatflow = z.output<typeof chatflow>;

/** Unknown keys are dropped: API clients send whole rows back. */
const chatflowBody = z.object({
  name: z.string().trim().min(1).max(200),
  flowData: z.string().max(10_000_000).default('{"nodes":[],"edges":[]}'),
  type: flowType.default('CHATFLOW'),
  deployed: z.boolean().optional(),
  isPublic: z.boolean().nullish(),
  apikeyid: id.nullish(),
  chatbotConfig: jsonText,
  apiConfig: jsonText,
  analytic: jsonText,
  speechToText: jsonText,
  textToSpeech: jsonText,
  followUpPrompts: jsonText,
  mcpServerConfig: jsonText,
  category: z.string().max(500).nullish(),
});

export const listChatflows = endpoint({
  method: 'GET',
  path,
  auth: 'sessionOrKey',
  permits: 'flows:read',
  tag,
  summary: 'Flows with their flow data: an array, or one page as `{ data, total }` when `page` is given.',
  query: z.object({
    type: z.string().optional(),
    page: z.coerce.number().int().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.union([z.array(chatflow), z.object({ data: z.array(chatflow), total: z.number() })]),
});

export const readChatflow = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'flows:read',
  tag,
  summary: 'One flow.',
  params: idParams,
  response: chatflow,
});

export const createChatflow = endpoint({
  method: 'POST',
  path,
  auth: 'sessionOrKey',
  permits: ['flows:edit', 'flows:publish'],
  proof: 'ifRequired',
  tag,
  summary: 'Makes a flow and publishes it.',
  body: chatflowBody,
  bodyLimit: 12 * 1024 * 1024,
  response: chatflow,
});

export const updateChatflow = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: ['flows:edit', 'flows:publish'],
  proof: 'ifRequired',
  tag,
  summary: 'Changes a flow and publishes it.',
  params: idParams,
  body: chatflowBody.extend({ flowData: z.string().max(10_000_000), type: flowType }).partial(),
  bodyLimit: 12 * 1024 * 1024,
  response: chatflow,
});

export const deleteChatflow = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  auth: 'sessionOrKey',
  permits: 'flows:delete',
  tag,
  summary: 'Deletes a flow.',
  params: idParams,
  response: z.object({ affected: z.number() }),
});

export const readChatflowChange = endpoint({
  method: 'GET',
  path: `${path}/has-changed/:id/:lastUpdated`,
  auth: 'sessionOrKey',
  permits: 'flows:read',
  tag,
  summary: 'Whether somebody has changed a flow since it was read.',
  params: z.strictObject({ id, lastUpdated: z.iso.datetime({ offset: true }) }),
  response: z.object({ hasChanged: z.boolean() }),
});

const keyParams = z.strictObject({ key: z.string().max(512) });

export const verifyApiKey = endpoint({
  method: 'GET',
  path: `${studioPrefix}/verify/apikey/:key`,
  auth: 'token',
  tag,
  summary: 'Whether an API key is valid.',
  params: keyParams,
  response: z.literal('OK'),
});

export const listChatflowsOfKey = endpoint({
  method: 'GET',
  path: `${path}/apikey/:key`,
  auth: 'token',
  tag,
  summary: 'Flows that only this key may run, and without `keyonly` those that are bound to no key.',
  params: keyParams,
  query: z.object({ keyonly: z.string().optional() }),
  response: z.array(chatflow),
});

export const isStreaming = endpoint({
  method: 'GET',
  path: `${studioPrefix}/chatflows-streaming/:id`,
  auth: 'flow',
  permits: 'flows:read',
  tag,
  summary: 'Whether the flow can stream.',
  params: idParams,
  response: z.object({ isStreaming: z.boolean() }),
});

const uploadRule = z.object({ fileTypes: z.array(z.string()), maxUploadSize: z.number() });
const uploadRules = z.object({
  isSpeechToTextEnabled: z.boolean(),
  isImageUploadAllowed: z.boolean(),
  isRAGFileUploadAllowed: z.boolean(),
  imgUploadSizeAndTypes: z.array(uploadRule),
  fileUploadSizeAndTypes: z.array(uploadRule),
});

export const readUploadRules = endpoint({
  method: 'GET',
  path: `${studioPrefix}/chatflows-uploads/:id`,
  auth: 'flow',
  permits: 'flows:read',
  tag,
  summary: 'Which files the flow takes.',
  params: idParams,
  response: uploadRules,
});

/** Name and appearance only: no node, prompt or credential id leaves by a public route. */
export const readPublicChatflow = endpoint({
  method: 'GET',
  path: `${studioPrefix}/public-chatflows/:id`,
  auth: 'flow',
  permits: 'flows:read',
  tag,
  summary: 'A public flow as its chat page needs it.',
  params: idParams,
  response: z.object({
    id,
    name: z.string(),
    type: z.string(),
    isPublic: z.boolean(),
    chatbotConfig: z.string().nullable(),
    isDemo: z.boolean(),
  }),
});

export const readPublicChatbotConfig = endpoint({
  method: 'GET',
  path: `${studioPrefix}/public-chatbotConfig/:id`,
  auth: 'flow',
  permits: 'flows:read',
  tag,
  summary: 'Appearance and upload rules of a public flow.',
  params: idParams,
  response: z.looseObject({}),
});
