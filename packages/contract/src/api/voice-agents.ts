import * as z from 'zod';
import {
  dynamicVariables,
  voiceAgent,
  voiceAgentFields,
  voiceAgentSettings,
  voiceAgentSnapshot,
  voiceLlm,
  voiceLlmFields,
} from '../voice/voice-agent.ts';
import { endpoint } from './endpoint.ts';
import { hubPrefix } from './hub.ts';
import { id, idParams, timestamp } from './id.ts';
import { agentsPrefix } from './prefixes.ts';

const tag = 'Voice agents';
const auth = 'sessionOrKey';
const one = `${agentsPrefix}/:id`;
const agentAnswer = z.object({ data: voiceAgent });
/** A prompt and the schemas of many functions. */
const largeBody = 8 * 1024 * 1024;

export const listVoiceAgents = endpoint({
  method: 'GET',
  path: agentsPrefix,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Voice agents of the workspace, newest first.',
  response: z.object({ data: z.array(voiceAgent) }),
});

export const readVoiceAgent = endpoint({
  method: 'GET',
  path: one,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'One voice agent.',
  params: idParams,
  response: agentAnswer,
});

/** An agent needs nothing but a name. */
export const createVoiceAgent = endpoint({
  method: 'POST',
  path: agentsPrefix,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes a voice agent, and the LLM record that it answers by.',
  body: voiceAgentFields.partial().extend({ agentName: voiceAgentFields.shape.agentName, id: id.optional() }),
  response: agentAnswer,
  status: 201,
});

/** Fields that are not sent stay as they are. */
export const updateVoiceAgent = endpoint({
  method: 'PUT',
  path: one,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Changes the fields that are sent.',
  params: idParams,
  body: voiceAgentFields.partial(),
  response: agentAnswer,
});

export const deleteVoiceAgent = endpoint({
  method: 'DELETE',
  path: one,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Deletes a voice agent with its LLM record and its versions; its calls stay.',
  params: idParams,
});

/** `defaultDynamicVariables` is stored in the LLM record and can be read and saved here too. */
const agentSettings = voiceAgentSettings.extend({ defaultDynamicVariables: dynamicVariables });
export type AgentSettings = z.output<typeof agentSettings>;

export const readAgentSettings = endpoint({
  method: 'GET',
  path: `${one}/settings`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Settings of an agent that the agent object has no field for.',
  params: idParams,
  response: z.object({ data: agentSettings }),
});

export const updateAgentSettings = endpoint({
  method: 'PUT',
  path: `${one}/settings`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Changes the settings that are sent.',
  params: idParams,
  body: agentSettings.partial(),
  response: z.object({ data: agentSettings }),
});

export const readVoiceLlm = endpoint({
  method: 'GET',
  path: `${hubPrefix}/llms/:id`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'An LLM record: prompt, model, functions, knowledge.',
  params: idParams,
  response: z.object({ data: voiceLlm }),
});

/** With `revision`, a concurrent save is refused as STALE_VERSION, unless both changed different fields. */
export const updateVoiceLlm = endpoint({
  method: 'PUT',
  path: `${hubPrefix}/llms/:id`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Changes the fields of an LLM record that are sent.',
  params: idParams,
  body: voiceLlmFields
    .partial()
    .extend({ revision: z.number().int().min(0, 'must be 0 or more').optional() }),
  bodyLimit: largeBody,
  response: z.object({ data: voiceLlm }),
});

const agentVersion = z.object({
  id,
  number: z.number().int(),
  /** `kept`: a draft that was replaced by a restored version; it never answered calls. */
  kind: z.enum(['published', 'kept']),
  note: z.string(),
  author: z.string().nullable(),
  createdAt: timestamp,
  /** The live version. */
  isLive: z.boolean(),
});
export type AgentVersion = z.output<typeof agentVersion>;

export const listAgentVersions = endpoint({
  method: 'GET',
  path: `${one}/versions`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Published versions, newest first, and whether the draft differs from the live one.',
  params: idParams,
  response: z.object({ data: z.array(agentVersion), isDraftChanged: z.boolean() }),
});

const versionParams = z.strictObject({ id, versionId: id });

export const readAgentVersion = endpoint({
  method: 'GET',
  path: `${one}/versions/:versionId`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'What a version holds; `draft` is the working state.',
  params: versionParams,
  response: z.object({ data: voiceAgentSnapshot }),
});

/** Until the first one, calls are answered by the draft. */
export const publishAgent = endpoint({
  method: 'POST',
  path: `${one}/versions`,
  auth,
  permits: 'voice-agents:publish',
  proof: 'ifRequired',
  tag,
  summary: 'Keeps the draft as a version and lets it answer calls.',
  params: idParams,
  body: z.strictObject({ note: z.string().max(500, 'must have at most 500 characters').default('') }),
  response: z.object({ data: agentVersion }),
  status: 201,
});

export const restoreAgentVersion = endpoint({
  method: 'POST',
  path: `${one}/versions/:versionId/restore`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes a version the draft again; what was the draft is kept as a version of its own.',
  params: versionParams,
  response: agentAnswer,
});

export const duplicateVoiceAgent = endpoint({
  method: 'POST',
  path: `${one}/duplicate`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes a copy of the draft under a new name.',
  params: idParams,
  response: agentAnswer,
  status: 201,
});

/** The export holds no secret. `retell` is the format of Retell's own routes, with the LLM beside the agent. */
export const exportVoiceAgent = endpoint({
  method: 'GET',
  path: `${one}/export`,
  auth,
  permits: 'voice-agents:read',
  proof: 'ifRequired',
  tag,
  summary: 'The agent as a file.',
  params: idParams,
  query: z.object({ format: z.enum(['tendril', 'retell']).default('tendril') }),
  response: z.object({ fileName: z.string(), data: z.record(z.string(), z.unknown()) }),
});

/**
 * Accepts our own export, a Retell agent with its LLM, or a Retell agent alone. `notes` name what has no counterpart
 * here.
 */
export const importVoiceAgent = endpoint({
  method: 'POST',
  path: `${hubPrefix}/agent-imports`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes an agent from a file.',
  body: z.strictObject({ data: z.record(z.string(), z.unknown()) }),
  bodyLimit: largeBody,
  response: z.object({ data: voiceAgent, notes: z.array(z.string()) }),
  status: 201,
});

const agentOverview = z.object({
  id,
  brain: z.object({
    type: z.enum(['prompt', 'flow', 'custom-llm']),
    name: z.string(),
    flowId: id.nullable(),
  }),
  /** Phone numbers that lead to this agent. */
  numbers: z.array(z.string()),
  calls7d: z.number().int(),
  /** 0 to 1; null without calls. */
  success: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  updatedAt: timestamp,
});
export type AgentOverview = z.output<typeof agentOverview>;

export const listAgentOverviews = endpoint({
  method: 'GET',
  path: `${hubPrefix}/agent-overviews`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary:
    'What the list of agents shows beside the agents: brains, numbers, figures of the last seven days.',
  response: z.object({ data: z.array(agentOverview) }),
});

/** Requested before a flow is deleted. */
export const listFlowAgents = endpoint({
  method: 'GET',
  path: `${hubPrefix}/flows/:id/agents`,
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Voice agents that a flow answers for, in their draft or in what is live.',
  params: idParams,
  response: z.object({ data: z.array(z.object({ id, agentName: z.string() })) }),
});

export const previewPrompt = endpoint({
  method: 'POST',
  path: `${one}/prompt-preview`,
  auth,
  permits: 'voice-agents:read',
  isRead: true,
  tag,
  summary: 'The prompt and the begin message with variables filled in, built-in ones too.',
  params: idParams,
  body: z.strictObject({ variables: dynamicVariables }),
  response: z.object({ prompt: z.string(), beginMessage: z.string(), missing: z.array(z.string()) }),
});
