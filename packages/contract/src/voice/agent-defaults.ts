import { defaultLlmOption } from './llm-options.ts';
import { backchannelRange, callLimits, reminderDefaults } from './speech-ranges.ts';
import { type VoiceAgentSettings, type VoiceLlmFields, webhookEvents } from './voice-agent.ts';

/** The voice of an agent until another is chosen. */
export const defaultVoiceId = '11labs-Adrian';

/** Settings of an agent that were never saved. */
export const agentSettingsDefaults: VoiceAgentSettings = {
  brain: { type: 'prompt' },
  voicemailOption: { action: 'static_text', text: '' },
  ivrOption: null,
  allowUserDtmf: true,
  userDtmfOptions: { digitLimit: null, terminationKey: '#', timeoutMs: null },
  ringDurationMs: callLimits.ringDurationMs,
  reminderTriggerMs: reminderDefaults.triggerMs,
  reminderMaxCount: reminderDefaults.maxCount,
  ambientSound: null,
  ambientSoundVolume: 1,
  optOutSensitiveDataStorage: false,
  optInSignedUrl: false,
  fallbackVoiceIds: [],
  webhookUrl: '',
  webhookEvents: [...webhookEvents],
  inboundWebhookUrl: '',
  postCallFields: [],
  postCallModel: 'gpt-4o-mini',
  enableBackchannel: false,
  backchannelFrequency: backchannelRange.default,
  backchannelWords: [],
  boostedKeywords: [],
  denoising: 'none',
  voiceTemperature: 1,
  voiceEmotion: null,
  pronunciations: [],
  timezone: 'America/Los_Angeles',
};

/** A new LLM record: a model, an empty prompt, and a welcome message that the model makes up. */
export const voiceLlmDefaults: VoiceLlmFields = {
  model: defaultLlmOption,
  speechModel: null,
  fallbackModels: [],
  temperature: 0,
  credentialId: null,
  generalPrompt: '',
  beginMode: 'dynamic',
  beginMessage: '',
  functions: [],
  knowledgeBaseIds: [],
  knowledgeTopK: 3,
  defaultDynamicVariables: {},
};
