import * as z from 'zod';
import { voiceAgentFields, voiceAgentSettings } from '../voice/voice-agent.ts';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './id.ts';
import {
  retellAuth as auth,
  retellId,
  retellPage,
  retellPageQuery,
  retellPrefix,
  retellVersionNumber,
  retellVersionQuery,
  retellTag as tag,
} from './retell-pages.ts';

const fields = voiceAgentFields.shape;
const settings = voiceAgentSettings.shape;
const keys = settings.userDtmfOptions.shape;

/** Who answers: an LLM record, a server of the user's own, or a flow of ours. */
const retellResponseEngine = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('retell-llm'), llm_id: id, version: z.number().int().nullish() }),
  z.looseObject({ type: z.literal('custom-llm'), llm_websocket_url: z.string().max(2000) }),
  z.looseObject({
    type: z.literal('conversation-flow'),
    conversation_flow_id: id,
    version: z.number().int().nullish(),
  }),
]);

const retellVoicemailOption = z.looseObject({
  action: z.looseObject({ type: z.string().max(100), text: z.string().max(2000).optional() }),
});

const retellAnalysisItem = z.looseObject({
  type: z.string().max(100),
  name: z.string().max(64, 'must have at most 64 characters'),
  description: z.string().max(2000, 'must have at most 2000 characters').optional(),
  choices: z.array(z.string().max(200)).max(50).optional(),
  examples: z.array(z.string().max(500)).max(20).optional(),
  required: z.boolean().optional(),
});
export type RetellAnalysisItem = z.output<typeof retellAnalysisItem>;

const retellPronunciation = z.looseObject({
  word: z.string().trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
  alphabet: z.string().max(100),
  phoneme: z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
});

/**
 * The fields of a Retell agent that are read, including names of 2025 that were changed since. Loose: other fields are
 * refused by name, not dropped.
 */
export const retellAgentBody = z.looseObject({
  agent_name: z.string().max(200, 'must have at most 200 characters').nullish(),
  response_engine: retellResponseEngine.optional(),
  voice_id: fields.voiceId.optional(),
  voice_speed: fields.voiceSpeed.optional(),
  volume: fields.volume.optional(),
  responsiveness: fields.responsiveness.optional(),
  interruption_sensitivity: fields.interruptionSensitivity.optional(),
  enable_backchannel: settings.enableBackchannel.optional(),
  backchannel_frequency: settings.backchannelFrequency.optional(),
  backchannel_words: settings.backchannelWords.nullish(),
  stt_mode: z.string().max(100).optional(),
  language: z.union([z.string().max(20), z.array(z.string().max(20)).min(1).max(100)]).optional(),
  enable_voicemail_detection: z.boolean().nullish(),
  voicemail_detection_timeout_ms: fields.voicemailDetectionTimeoutMs.nullish(),
  voicemail_message: z.string().max(2000).nullish(),
  voicemail_option: retellVoicemailOption.nullish(),
  end_call_after_silence_ms: fields.endCallAfterSilenceMs.optional(),
  max_call_duration_ms: fields.maxCallDurationMs.optional(),
  begin_message_delay_ms: fields.beginMessageDelayMs.optional(),
  ivr_option: z.looseObject({ action: z.looseObject({ type: z.string().max(100) }) }).nullish(),
  allow_user_dtmf: z.boolean().optional(),
  user_dtmf_options: z
    .looseObject({
      digit_limit: keys.digitLimit.optional(),
      termination_key: keys.terminationKey.nullish(),
      timeout_ms: keys.timeoutMs.optional(),
    })
    .nullish(),
  ring_duration_ms: settings.ringDurationMs.optional(),
  reminder_trigger_ms: settings.reminderTriggerMs.optional(),
  reminder_max_count: settings.reminderMaxCount.optional(),
  ambient_sound: z.string().max(100).nullish(),
  ambient_sound_volume: settings.ambientSoundVolume.optional(),
  opt_out_sensitive_data_storage: z.boolean().nullish(),
  data_storage_setting: z.string().max(100).nullish(),
  opt_in_signed_url: z.boolean().optional(),
  voice_temperature: settings.voiceTemperature.optional(),
  voice_emotion: z.string().max(100).nullish(),
  pronunciation_dictionary: z.array(retellPronunciation).max(100, 'must have at most 100 words').nullish(),
  fallback_voice_ids: settings.fallbackVoiceIds.nullish(),
  webhook_url: settings.webhookUrl.nullish(),
  webhook_events: z.array(z.string().max(100)).nullish(),
  post_call_analysis_data: z.array(retellAnalysisItem).max(50, 'must have at most 50 items').nullish(),
  post_call_analysis_model: z.string().max(100).nullish(),
  denoising_mode: z.string().max(100).nullish(),
  boosted_keywords: settings.boostedKeywords.nullish(),
  timezone: settings.timezone.nullish(),
});
export type RetellAgentBody = z.output<typeof retellAgentBody>;

/** An agent as the API returns it; a field that was never saved is absent, as in Retell. */
export const retellAgent = z.looseObject({
  agent_id: z.string(),
  version: z.number().int(),
  is_published: z.boolean(),
  last_modification_timestamp: timestamp,
  response_engine: z.looseObject({ type: z.string() }),
  voice_id: z.string(),
});
export type RetellAgent = z.output<typeof retellAgent>;

const params = z.strictObject({ agentId: retellId });
const one = (verb: string) => `${retellPrefix}/${verb}/:agentId`;

export const createRetellAgent = endpoint({
  method: 'POST',
  path: `${retellPrefix}/create-agent`,
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes a voice agent for an LLM record that is there.',
  body: retellAgentBody.required({ response_engine: true, voice_id: true }),
  response: retellAgent,
  status: 201,
});

export const readRetellAgent = endpoint({
  method: 'GET',
  path: one('get-agent'),
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'A voice agent, as it is or as a version holds it.',
  params,
  query: retellVersionQuery,
  response: retellAgent,
});

export const updateRetellAgent = endpoint({
  method: 'PATCH',
  path: one('update-agent'),
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Changes the fields of the draft that are sent.',
  params,
  query: retellVersionQuery,
  body: retellAgentBody,
  response: retellAgent,
});

export const retellChannels = ['voice', 'chat'] as const;
export type RetellChannel = (typeof retellChannels)[number];

const listed = z.object({
  agent_id: z.string(),
  agent_name: z.string(),
  channel: z.enum(retellChannels),
  tags: z.record(z.string(), z.unknown()),
  user_modified_timestamp: timestamp,
});

export const listRetellAgents = endpoint({
  method: 'POST',
  path: `${retellPrefix}/v2/list-agents`,
  auth,
  permits: 'voice-agents:read',
  isRead: true,
  tag,
  summary: 'Voice and chat agents by pages.',
  query: retellPageQuery,
  body: z
    .object({
      filter_criteria: z
        .object({
          channel: z.object({ op: z.enum(['eq', 'ne', 'sw', 'ew', 'co']), value: z.string() }).optional(),
          query: z.string().max(200).optional(),
        })
        .optional(),
    })
    .default({}),
  response: retellPage(listed),
});

export const deleteRetellAgent = endpoint({
  method: 'DELETE',
  path: one('delete-agent'),
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Deletes a voice agent with its versions; its LLM record stays.',
  params,
});

export const readRetellAgentVersions = endpoint({
  method: 'GET',
  path: one('get-agent-versions'),
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'The draft and every version of a voice agent, newest first.',
  params,
  response: z.array(retellAgent),
});

export const listRetellAgentVersions = endpoint({
  method: 'GET',
  path: one('list-agent-versions'),
  auth,
  permits: 'voice-agents:read',
  tag,
  summary: 'Versions of a voice agent by pages.',
  params,
  query: retellPageQuery,
  response: retellPage(
    z.object({
      version: z.number().int(),
      is_published: z.boolean(),
      last_modification_timestamp: timestamp,
      version_description: z.string().optional(),
    }),
  ),
});

const publication = z
  .object({
    version: z.number().int().optional(),
    version_title: z.string().max(200).nullish(),
    version_description: z.string().max(500).nullish(),
  })
  .default({});

export const publishRetellAgentVersion = endpoint({
  method: 'POST',
  path: one('publish-agent-version'),
  auth,
  permits: 'voice-agents:publish',
  proof: 'ifRequired',
  tag,
  summary: 'Publishes the draft.',
  params,
  body: publication,
});

/** For earlier clients. */
export const publishRetellAgent = endpoint({
  method: 'POST',
  path: one('publish-agent'),
  auth,
  permits: 'voice-agents:publish',
  proof: 'ifRequired',
  tag,
  summary: 'Publishes the draft.',
  params,
  body: publication,
});

/** Refused for the draft, the newest version, and one that answers calls. */
export const deleteRetellAgentVersion = endpoint({
  method: 'DELETE',
  path: one('delete-agent-version'),
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Deletes a version that answers no calls.',
  params,
  query: z.object({ version: retellVersionNumber }),
});

export const createRetellAgentVersion = endpoint({
  method: 'POST',
  path: one('create-agent-version'),
  auth,
  permits: 'voice-agents:edit',
  tag,
  summary: 'Makes a version the draft again.',
  params,
  body: z.object({ base_version: z.number().int().min(0) }),
  response: retellAgent,
  status: 201,
});
