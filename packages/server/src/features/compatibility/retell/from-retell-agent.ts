import type { RetellAgentBody, RetellAnalysisItem } from '@tendril/contract/api/retell-agents';
import { voiceEmotions } from '@tendril/contract/provider/text-to-speech';
import { agentSettingsDefaults } from '@tendril/contract/voice/agent-defaults';
import { backgroundSoundIds } from '@tendril/contract/voice/background-sounds';
import { languageCodes } from '@tendril/contract/voice/languages';
import type { PostCallField } from '@tendril/contract/voice/post-call-field';
import {
  type VoiceAgentFields,
  type VoiceAgentSettings,
  webhookEvents,
} from '@tendril/contract/voice/voice-agent';
import { readRetellEngine } from './read-retell-engine.ts';
import { readRetellVoicemail } from './read-retell-voicemail.ts';
import type { Reading } from './reading.ts';
import { withoutUndefined } from './without-undefined.ts';

interface FromRetellAgent {
  fields: Partial<VoiceAgentFields>;
  settings: Partial<VoiceAgentSettings>;
  /** The LLM record that it names. */
  llmId?: string | undefined;
}

const defaults = agentSettingsDefaults;

/** What an agent of Retell sets of an agent here; null sets the default. */
export function fromRetellAgent(body: RetellAgentBody, reading: Reading): FromRetellAgent {
  const voicemail = readRetellVoicemail(body, reading);
  const { brain, llmId } = readRetellEngine(body.response_engine, reading);
  const fields = withoutUndefined<VoiceAgentFields>({
    agentName: body.agent_name?.trim() || undefined,
    voiceId: body.voice_id,
    language: readLanguage(body.language, reading),
    voiceSpeed: body.voice_speed,
    volume: body.volume,
    responsiveness: body.responsiveness,
    interruptionSensitivity: body.interruption_sensitivity,
    sttMode: oneOf(['fast', 'accurate'] as const, body.stt_mode, 'stt_mode', reading),
    enableVoicemailDetection: voicemail.isOn,
    voicemailDetectionTimeoutMs: body.voicemail_detection_timeout_ms ?? undefined,
    endCallAfterSilenceMs: body.end_call_after_silence_ms,
    maxCallDurationMs: body.max_call_duration_ms,
    beginMessageDelayMs: body.begin_message_delay_ms,
  });
  const settings = withoutUndefined<VoiceAgentSettings>({
    brain,
    voicemailOption: voicemail.option,
    ...readSettings(body, reading),
  });
  return { fields, settings, llmId };
}

function readSettings(body: RetellAgentBody, reading: Reading) {
  const sound = body.ambient_sound;
  const model = body.post_call_analysis_model;
  const items = body.post_call_analysis_data;
  return {
    ivrOption: readMenu(body.ivr_option, reading),
    allowUserDtmf: body.allow_user_dtmf,
    userDtmfOptions: readKeys(body.user_dtmf_options),
    ringDurationMs: body.ring_duration_ms,
    reminderTriggerMs: body.reminder_trigger_ms,
    reminderMaxCount: body.reminder_max_count,
    ambientSound: sound === null ? null : oneOf(backgroundSoundIds, sound, 'ambient_sound', reading),
    ambientSoundVolume: body.ambient_sound_volume,
    optOutSensitiveDataStorage: readOptOut(body, reading),
    optInSignedUrl: body.opt_in_signed_url,
    voiceTemperature: body.voice_temperature,
    voiceEmotion: readEmotion(body.voice_emotion, reading),
    pronunciations: readPronunciations(body.pronunciation_dictionary, reading),
    fallbackVoiceIds: orDefault(body.fallback_voice_ids, []),
    webhookUrl: orDefault(body.webhook_url, ''),
    webhookEvents: readEvents(body.webhook_events, reading),
    postCallFields: items === null ? [] : items && readAnalysis(items, reading),
    postCallModel:
      model === null
        ? defaults.postCallModel
        : oneOf(['gpt-4o-mini', 'gpt-4o'] as const, model, 'post_call_analysis_model', reading),
    enableBackchannel: body.enable_backchannel,
    backchannelFrequency: body.backchannel_frequency,
    backchannelWords: orDefault(body.backchannel_words, []),
    denoising: readDenoising(body.denoising_mode, reading),
    boostedKeywords: orDefault(body.boosted_keywords, []),
    timezone: orDefault(body.timezone, defaults.timezone),
  };
}

function readEmotion(emotion: RetellAgentBody['voice_emotion'], reading: Reading) {
  return emotion === null ? null : oneOf(voiceEmotions, emotion, 'voice_emotion', reading);
}

/** The voices of others behind the caller are not taken out. */
function readDenoising(mode: RetellAgentBody['denoising_mode'], reading: Reading) {
  if (mode === null) return defaults.denoising;
  const known = oneOf(['no-denoise', 'noise-cancellation'] as const, mode, 'denoising_mode', reading);
  return known && (known === 'no-denoise' ? 'none' : 'noise');
}

/** Other alphabets than the International Phonetic one cannot be rewritten without knowing the language. */
function readPronunciations(entries: RetellAgentBody['pronunciation_dictionary'], { refuse }: Reading) {
  return orDefault(entries, [])?.map(({ word, alphabet, phoneme }, index) => {
    if (alphabet !== 'ipa')
      refuse(
        `pronunciation_dictionary.${index}.alphabet`,
        `"${alphabet}" is not offered here; write it in ipa`,
      );
    return { word, ipa: phoneme };
  });
}

function readMenu(option: RetellAgentBody['ivr_option'], { refuse }: Reading) {
  if (!option) return option;
  const { type } = option.action;
  if (type === 'hangup') return { action: type } as const;
  refuse('ivr_option.action.type', `"${type}" is not offered here; choose hangup`);
  return undefined;
}

/** Sets all three at once: what is not given has no limit. */
function readKeys(options: RetellAgentBody['user_dtmf_options']) {
  if (options === null) return defaults.userDtmfOptions;
  return (
    options && {
      digitLimit: options.digit_limit ?? null,
      terminationKey: options.termination_key ?? '',
      timeoutMs: options.timeout_ms ?? null,
    }
  );
}

function orDefault<T>(value: T | null | undefined, otherwise: T): T | undefined {
  return value === null ? otherwise : value;
}

function oneOf<T extends string>(
  known: readonly T[],
  value: string | undefined,
  path: string,
  { refuse }: Reading,
): T | undefined {
  const found = known.find((one) => one === value);
  if (value !== undefined && found === undefined)
    refuse(path, `"${value}" is not offered here; choose one of ${known.join(', ')}`);
  return found;
}

/** Several languages become one here: the multilingual agent. */
function readLanguage(language: RetellAgentBody['language'], reading: Reading) {
  if (language === undefined) return undefined;
  const [first, ...others] = [language].flat();
  return others.length > 0 ? ('multi' as const) : oneOf(languageCodes, first, 'language', reading);
}

/** The newer name of the setting takes precedence over the one it replaced. */
function readOptOut(body: RetellAgentBody, { refuse }: Reading): boolean | undefined {
  const setting = body.data_storage_setting;
  if (setting === 'everything_except_pii')
    refuse('data_storage_setting', 'finding personal data in calls has no place here');
  if (setting === 'everything' || setting === 'basic_attributes_only') return setting !== 'everything';
  return body.opt_out_sensitive_data_storage ?? undefined;
}

function readEvents(events: RetellAgentBody['webhook_events'], reading: Reading) {
  if (events === undefined) return undefined;
  if (events === null) return [...webhookEvents];
  return events.flatMap(
    (event, index) => oneOf(webhookEvents, event, `webhook_events.${index}`, reading) ?? [],
  );
}

/** Summary, success and sentiment are part of every analysis here, so their presets need no field. */
function readAnalysis(items: readonly RetellAnalysisItem[], reading: Reading): PostCallField[] {
  const types = ['string', 'enum', 'boolean', 'number'] as const;
  return items.flatMap(({ type: asked, ...item }, index) => {
    if (asked === 'system-presets') return [];
    const type = oneOf(types, asked, `post_call_analysis_data.${index}.type`, reading);
    if (!type) return [];
    const before = reading.postCallFields?.find(({ name }) => name === item.name);
    return [
      {
        id: before?.id ?? reading.mint(),
        type,
        name: item.name,
        description: item.description ?? '',
        choices: item.choices ?? [],
        examples: item.examples ?? [],
        isRequired: item.required ?? false,
      },
    ];
  });
}
