import type { settingsTexts } from '../../kit/texts/en/flow-settings.ts';
import type { Texts } from '../../kit/texts/texts.ts';

type SettingsKey = typeof settingsTexts extends Texts<infer K> ? K : never;

/** A setting of a speech service beside its secret. */
interface SpeechSetting {
  name: string;
  label: SettingsKey;
  hint?: SettingsKey;
  placeholder?: string;
}

/** A service of speech recognition or synthesis; its name is the key its settings are stored under. */
export interface SpeechService {
  name: string;
  label: string;
  credentialNames: readonly string[];
  isKeyOptional?: boolean;
  settings: readonly SpeechSetting[];
}

const language = { name: 'language', label: 'language', hint: 'languageHint' } as const;
const baseUrl = { name: 'baseUrl', label: 'baseUrl', hint: 'baseUrlHint' } as const;
const expected = { name: 'prompt', label: 'speechPrompt', hint: 'speechPromptHint' } as const;
const text = (name: 'model' | 'voice', placeholder: string): SpeechSetting => ({
  name,
  label: name,
  placeholder,
});

/** Services that turn speech into text. */
export const hearingServices: readonly SpeechService[] = [
  {
    name: 'openAIWhisper',
    label: 'OpenAI Whisper',
    credentialNames: ['openAIApi'],
    settings: [language, expected, text('model', 'whisper-1'), baseUrl],
  },
  {
    name: 'groqWhisper',
    label: 'Groq Whisper',
    credentialNames: ['groqApi'],
    settings: [language, expected, text('model', 'whisper-large-v3'), baseUrl],
  },
  {
    name: 'localAISTT',
    label: 'LocalAI',
    credentialNames: ['localAIApi'],
    isKeyOptional: true,
    settings: [language, expected, text('model', 'whisper-1'), baseUrl],
  },
  {
    name: 'assemblyAiTranscribe',
    label: 'AssemblyAI',
    credentialNames: ['assemblyAIApi'],
    settings: [language, baseUrl],
  },
  {
    name: 'azureCognitive',
    label: 'Azure Cognitive Services',
    credentialNames: ['azureCognitiveServices'],
    settings: [{ ...language, placeholder: 'en-US' }, baseUrl],
  },
];

/** Services that turn text into speech. */
export const speakingServices: readonly SpeechService[] = [
  {
    name: 'openai',
    label: 'OpenAI',
    credentialNames: ['openAIApi'],
    settings: [text('voice', 'alloy'), text('model', 'gpt-4o-mini-tts'), baseUrl],
  },
  {
    name: 'elevenlabs',
    label: 'ElevenLabs',
    credentialNames: ['elevenLabsApi'],
    settings: [text('voice', '21m00Tcm4TlvDq8ikWAM'), text('model', 'eleven_multilingual_v2'), baseUrl],
  },
];
