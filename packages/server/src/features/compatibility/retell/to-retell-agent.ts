import type { RetellAgent } from '@tendril/contract/api/retell-agents';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import type { VoiceAgent, VoiceAgentSettings } from '@tendril/contract/voice/voice-agent';
import type { RecordFacts } from './to-retell-llm.ts';

/** A voice agent in Retell's format. A field that was never saved is absent. */
export function toRetellAgent(
  agent: VoiceAgent,
  settings: VoiceAgentSettings,
  { version, isPublished, modifiedAt }: Omit<RecordFacts, 'id'>,
): RetellAgent {
  return {
    agent_id: agent.id,
    channel: 'voice',
    version,
    is_published: isPublished,
    last_modification_timestamp: modifiedAt,
    agent_name: agent.agentName,
    response_engine: engineOf(agent, settings, version),
    voice_id: agent.voiceId,
    language: agent.language,
    ...present({
      voice_speed: agent.voiceSpeed,
      volume: agent.volume,
      responsiveness: agent.responsiveness,
      interruption_sensitivity: agent.interruptionSensitivity,
      stt_mode: agent.sttMode,
      enable_voicemail_detection: agent.enableVoicemailDetection,
      voicemail_detection_timeout_ms: agent.voicemailDetectionTimeoutMs,
      end_call_after_silence_ms: agent.endCallAfterSilenceMs,
      max_call_duration_ms: agent.maxCallDurationMs,
      begin_message_delay_ms: agent.beginMessageDelayMs,
    }),
    voicemail_option: voicemailOf(agent, settings),
    ...settingsOf(settings),
  };
}

function settingsOf(settings: VoiceAgentSettings) {
  const { optOutSensitiveDataStorage: isOptedOut } = settings;
  return {
    ivr_option: settings.ivrOption && { action: { type: settings.ivrOption.action } },
    allow_user_dtmf: settings.allowUserDtmf,
    user_dtmf_options: keysOf(settings),
    ring_duration_ms: settings.ringDurationMs,
    reminder_trigger_ms: settings.reminderTriggerMs,
    reminder_max_count: settings.reminderMaxCount,
    ambient_sound: settings.ambientSound,
    ambient_sound_volume: settings.ambientSoundVolume,
    opt_out_sensitive_data_storage: isOptedOut,
    data_storage_setting: isOptedOut ? 'basic_attributes_only' : 'everything',
    opt_in_signed_url: settings.optInSignedUrl,
    voice_temperature: settings.voiceTemperature,
    voice_emotion: settings.voiceEmotion,
    pronunciation_dictionary: unlessEmpty(
      settings.pronunciations.map(({ word, ipa }) => ({ word, alphabet: 'ipa', phoneme: ipa })),
    ),
    fallback_voice_ids: unlessEmpty(settings.fallbackVoiceIds),
    webhook_url: settings.webhookUrl === '' ? null : settings.webhookUrl,
    webhook_events: settings.webhookEvents,
    post_call_analysis_data: unlessEmpty(settings.postCallFields.map(toAnalysisItem)),
    post_call_analysis_model: settings.postCallModel,
    enable_backchannel: settings.enableBackchannel,
    backchannel_frequency: settings.backchannelFrequency,
    backchannel_words: unlessEmpty(settings.backchannelWords),
    denoising_mode: settings.denoising === 'noise' ? 'noise-cancellation' : 'no-denoise',
    boosted_keywords: unlessEmpty(settings.boostedKeywords),
    timezone: settings.timezone,
  };
}

/** A limit that was never set is absent, as in Retell. */
function keysOf({ userDtmfOptions: { digitLimit, terminationKey, timeoutMs } }: VoiceAgentSettings) {
  return {
    ...(digitLimit !== null && { digit_limit: digitLimit }),
    ...(terminationKey !== '' && { termination_key: terminationKey }),
    ...(timeoutMs !== null && { timeout_ms: timeoutMs }),
  };
}

function engineOf({ responseEngineLlmId }: VoiceAgent, { brain }: VoiceAgentSettings, version: number) {
  switch (brain.type) {
    case 'prompt':
      return { type: 'retell-llm', llm_id: responseEngineLlmId, version };
    case 'custom-llm':
      return { type: brain.type, llm_websocket_url: brain.url };
    case 'flow':
      return { type: 'conversation-flow', conversation_flow_id: brain.flowId };
  }
}

/** Null where detection is off: a message that is never left is not reported. */
function voicemailOf({ enableVoicemailDetection }: VoiceAgent, { voicemailOption }: VoiceAgentSettings) {
  if (enableVoicemailDetection === false) return null;
  const { action, text } = voicemailOption;
  return { action: action === 'hangup' ? { type: action } : { type: action, text } };
}

function toAnalysisItem({ type, name, description, choices, examples, isRequired }: PostCallField) {
  return {
    type,
    name,
    description,
    ...(type === 'enum' && { choices }),
    ...(examples.length > 0 && { examples }),
    required: isRequired,
  };
}

const unlessEmpty = <T>(list: readonly T[]) => (list.length === 0 ? null : list);

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
