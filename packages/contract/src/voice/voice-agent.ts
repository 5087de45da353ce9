import * as z from 'zod';
import { id } from '../api/id.ts';
import { voiceEmotions } from '../provider/text-to-speech.ts';
import { backgroundSoundIds } from './background-sounds.ts';
import { languageCodes } from './languages.ts';
import { llmOptionIds, speechModelIds } from './llm-options.ts';
import { postCallField } from './post-call-field.ts';
import { voiceFunction } from './voice-function.ts';
import { webAddressOrNothing } from './web-address.ts';

const share = z.number().min(0, 'must be 0 to 1').max(1, 'must be 0 to 1');
const twice = z.number().min(0, 'must be 0 to 2').max(2, 'must be 0 to 2');
const ms = (max: number) =>
  z.number().int('must be whole milliseconds').min(0, `must be 0 to ${max}`).max(max, `must be 0 to ${max}`);
const name = z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters');
/** A voice of the catalogue or of the workspace. */
export const voiceId = z.string().min(1, 'must not be empty').max(200);

/** The fields of a voice agent except its id and its LLM. Units are ms, shares 0 to 1, speed and volume 0 to 2. */
export const voiceAgentFields = z.strictObject({
  agentName: name,
  voiceId,
  language: z.enum(languageCodes, 'must be one of the listed languages'),
  voiceSpeed: twice,
  volume: twice,
  responsiveness: share,
  interruptionSensitivity: share,
  sttMode: z.enum(['fast', 'accurate'], 'must be fast or accurate'),
  enableVoicemailDetection: z.boolean(),
  voicemailDetectionTimeoutMs: ms(180_000),
  endCallAfterSilenceMs: ms(3_600_000),
  maxCallDurationMs: ms(7_200_000),
  beginMessageDelayMs: ms(5000),
});
export type VoiceAgentFields = z.output<typeof voiceAgentFields>;

/** A voice agent as the API returns it. A field that was never saved is absent: the screens show their own default. */
export const voiceAgent = voiceAgentFields
  .omit({ agentName: true, voiceId: true, language: true })
  .partial()
  .extend({
    id,
    agentName: z.string(),
    // The editor opens agents of other servers too, whose answers may leave these out.
    responseEngineLlmId: id.default(''),
    voiceId: z.string().default(''),
    language: z.string().default(''),
  });
export type VoiceAgent = z.output<typeof voiceAgent>;

const socketAddress = webAddressOrNothing(/^wss?$/, 'must be an address that begins with ws:// or wss://');

/** What answers the caller. */
export const agentBrain = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('prompt') }),
  /** `versionId` null: the version that is live when the call begins. */
  z.strictObject({ type: z.literal('flow'), flowId: id, versionId: id.nullable() }),
  /** Retell's custom-LLM protocol; we connect to `{url}/{callId}`. */
  z.strictObject({ type: z.literal('custom-llm'), url: socketAddress }),
]);
export type AgentBrain = z.output<typeof agentBrain>;

export const denoisingModes = ['none', 'noise'] as const;

export const webhookEvents = ['call_started', 'call_ended', 'call_analyzed'] as const;

/** Values of dynamic variables; always text. */
export const dynamicVariables = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, 'must be letters, digits, "_", "." or "-"'),
  z.string().max(10_000, 'must have at most 10000 characters'),
);

/** Settings that the agent object has no field for; saved by a request of their own. */
export const voiceAgentSettings = z.strictObject({
  brain: agentBrain,
  voicemailOption: z.strictObject({
    action: z.enum(['hangup', 'static_text', 'prompt']),
    /** What is said, or by which instruction the message is made up. Empty: a built-in polite message. */
    text: z.string().max(2000, 'must have at most 2000 characters'),
  }),
  /** What happens when a menu answers that asks for keys; null: it is talked to. */
  ivrOption: z.strictObject({ action: z.literal('hangup') }).nullable(),
  /** Whether keys that the caller presses are heard. */
  allowUserDtmf: z.boolean(),
  /** When pressed keys are a whole number. */
  userDtmfOptions: z.strictObject({
    /** So many keys are one; null: 32. */
    digitLimit: z.number().int('must be a whole number').min(1, 'must be 1 to 50').max(50).nullable(),
    /** This key ends one and is not part of it; empty: none does. */
    terminationKey: z.string().regex(/^[0-9*#]?$/, 'must be a digit, # or *'),
    /** A pause this long ends one; null: 2 s. */
    timeoutMs: z.number().int().min(1000, 'must be 1000 to 15000').max(15_000).nullable(),
  }),
  /** For outbound calls and transfers; 0 means 30 s. */
  ringDurationMs: ms(300_000),
  /** 0 means 10 s. */
  reminderTriggerMs: ms(3_600_000),
  /** 0 switches reminders off. */
  reminderMaxCount: z.number().int('must be a whole number').min(0, 'must be 0 or more').max(100),
  ambientSound: z.enum(backgroundSoundIds).nullable(),
  ambientSoundVolume: twice,
  optOutSensitiveDataStorage: z.boolean(),
  optInSignedUrl: z.boolean(),
  fallbackVoiceIds: z.array(voiceId).max(10, 'must have at most 10 voices'),
  webhookUrl: webAddressOrNothing(),
  webhookEvents: z.array(z.enum(webhookEvents)),
  /** Kept for imports and exports; calls ask the one of their phone number. */
  inboundWebhookUrl: webAddressOrNothing(),
  postCallFields: z.array(postCallField).max(50, 'must have at most 50 fields'),
  postCallModel: z.enum(['gpt-4o-mini', 'gpt-4o']),
  /** Whether the agent says a word of listening now and then while the caller goes on speaking. */
  enableBackchannel: z.boolean(),
  /** 0: never, 1: at every moment that suits. */
  backchannelFrequency: share,
  /** What it says then; those of its language when empty. */
  backchannelWords: z
    .array(z.string().trim().min(1, 'must not be empty').max(40, 'must have at most 40 characters'))
    .max(20, 'must have at most 20 words'),
  /** Words that recognition should expect; may hold `{{variables}}`. */
  boostedKeywords: z.array(z.string().max(100)).max(100),
  /** What is taken out of the caller's sound before it is recognized; recordings keep it. */
  denoising: z.enum(denoisingModes, 'must be none or noise'),
  /** The more, the livelier; for voices whose vendor offers it. */
  voiceTemperature: twice,
  voiceEmotion: z.enum(voiceEmotions).nullable(),
  /** How words are pronounced, in the International Phonetic Alphabet; for voices whose vendor offers it. */
  pronunciations: z
    .array(
      z.strictObject({
        word: z.string().trim().min(1, 'must not be empty').max(100, 'must have at most 100 characters'),
        ipa: z.string().trim().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
      }),
    )
    .max(100, 'must have at most 100 words'),
  /** IANA name; for the built-in time variables. */
  timezone: z.string().max(100),
});
export type VoiceAgentSettings = z.output<typeof voiceAgentSettings>;

/** Who speaks first: Retell's three cases of `begin_message`. */
export const beginMode = z.enum(['user', 'dynamic', 'defined']);

/** The LLM record that `responseEngineLlmId` names. */
export const voiceLlmFields = z.strictObject({
  model: z.enum(llmOptionIds, 'must be one of the listed models'),
  /** A speech-to-speech model, in spoken calls; `model` takes over where it fails. */
  speechModel: z.enum(speechModelIds, 'must be one of the listed models').nullable(),
  /** Models that answer when the one before fails, in order. */
  fallbackModels: z
    .array(z.enum(llmOptionIds, 'must be one of the listed models'))
    .max(3, 'must have at most 3 models'),
  temperature: share,
  /** Credential of the model's vendor; null for the newest one, `demo` for the demo model. */
  credentialId: z.union([z.literal('demo'), id]).nullable(),
  generalPrompt: z.string().max(200_000, 'must have at most 200000 characters'),
  beginMode,
  beginMessage: z.string().max(10_000, 'must have at most 10000 characters'),
  functions: z.array(voiceFunction).max(50, 'must have at most 50 functions'),
  /** Document stores. */
  knowledgeBaseIds: z.array(id).max(20, 'must have at most 20 knowledge bases'),
  knowledgeTopK: z.number().int().min(1).max(20),
  defaultDynamicVariables: dynamicVariables,
});
export type VoiceLlmFields = z.output<typeof voiceLlmFields>;

/** `revision` counts the saves; a save based on an older one is refused. */
export const voiceLlm = voiceLlmFields.extend({ id, revision: z.number().int() });
export type VoiceLlm = z.output<typeof voiceLlm>;

/** Everything that determines an agent's behaviour: the content of a version, and of an export. */
export const voiceAgentSnapshot = z.object({
  agent: voiceAgent,
  settings: voiceAgentSettings,
  llm: voiceLlmFields,
});
export type VoiceAgentSnapshot = z.output<typeof voiceAgentSnapshot>;
