import * as z from 'zod';
import { voiceLlmFields } from '../voice/voice-agent.ts';
import { endpoint } from './endpoint.ts';
import { timestamp } from './id.ts';
import {
  retellAuth as auth,
  retellId,
  retellPage,
  retellPageQuery,
  retellPrefix,
  retellVersionQuery,
  retellTag as tag,
} from './retell-pages.ts';
import { anyRetellTool } from './retell-tools.ts';

const fields = voiceLlmFields.shape;

/**
 * The fields of a Retell LLM that are read. `begin_message`: null makes one up, '' waits for the user. Loose: see
 * agents.
 */
export const retellLlmBody = z.looseObject({
  model: z.string().max(100).nullish(),
  s2s_model: z.string().max(100).nullish(),
  model_temperature: fields.temperature.optional(),
  general_prompt: fields.generalPrompt.nullish(),
  begin_message: fields.beginMessage.nullish(),
  start_speaker: z.enum(['user', 'agent']).optional(),
  general_tools: z.array(anyRetellTool).max(50, 'must have at most 50 tools').nullish(),
  knowledge_base_ids: fields.knowledgeBaseIds.nullish(),
  kb_config: z.looseObject({ top_k: fields.knowledgeTopK.optional() }).nullish(),
  default_dynamic_variables: fields.defaultDynamicVariables.nullish(),
});
export type RetellLlmBody = z.output<typeof retellLlmBody>;

/** An LLM as the API returns it. */
export const retellLlm = z.object({
  llm_id: z.string(),
  version: z.number().int(),
  is_published: z.boolean(),
  last_modification_timestamp: timestamp,
  model: z.string(),
  /** Absent where the model is one that reads and writes. */
  s2s_model: z.string().optional(),
  model_temperature: z.number(),
  general_prompt: z.string(),
  begin_message: z.string().nullable(),
  start_speaker: z.enum(['user', 'agent']),
  general_tools: z.array(anyRetellTool),
  knowledge_base_ids: z.array(z.string()),
  kb_config: z.object({ top_k: z.number().int() }),
  default_dynamic_variables: z.record(z.string(), z.string()),
});
export type RetellLlm = z.output<typeof retellLlm>;

const params = z.strictObject({ llmId: retellId });
const bodyLimit = 8 * 1024 * 1024;

export const createRetellLlm = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-retell-llm`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes an LLM record that no agent answers by yet.',
  body: retellLlmBody.default({}),
  bodyLimit,
  response: retellLlm,
  status: 201,
});

export const readRetellLlm = endpoint({
  method: 'GET',
  path: `${retellPrefix}/get-retell-llm/:llmId`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'An LLM record, as it is or as a version of its agent holds it.',
  params,
  query: retellVersionQuery,
  response: retellLlm,
});

export const listRetellLlms = endpoint({
  method: 'GET',
  path: `${retellPrefix}/v2/list-retell-llms`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'LLM records by pages.',
  query: retellPageQuery,
  response: retellPage(retellLlm),
});

export const updateRetellLlm = endpoint({
  method: 'PATCH',
  path: `${retellPrefix}/update-retell-llm/:llmId`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Changes the fields of an LLM record that are sent.',
  params,
  query: retellVersionQuery,
  body: retellLlmBody,
  bodyLimit,
  response: retellLlm,
});

/** Refused while an agent uses it, unless `force_delete` is set; then each gets a new record. */
export const deleteRetellLlm = endpoint({
  method: 'DELETE',
  path: `${retellPrefix}/delete-retell-llm/:llmId`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Deletes an LLM record.',
  params,
  query: z.object({ force_delete: z.enum(['true', 'false']).optional() }),
});
