/** A model that can answer with a prompt. The price is per minute of call. */
export interface LlmOption {
  id: string;
  label: string;
  usdPerMinute: number;
  /** The vendor, which decides the credential and the adapter. */
  provider: 'openai' | 'anthropic' | 'google';
  /** The vendor's name of the model; an installation may redirect it when it is retired. */
  modelId: string;
}

/** The models in display order. Ids are Retell's. */
export const llmOptions = [
  { id: 'gpt-4o', label: 'GPT 4o', usdPerMinute: 0.05, provider: 'openai', modelId: 'gpt-4o' },
  {
    id: 'gpt-4o-mini',
    label: 'GPT 4o mini',
    usdPerMinute: 0.006,
    provider: 'openai',
    modelId: 'gpt-4o-mini',
  },
  { id: 'gpt-4.1', label: 'GPT 4.1', usdPerMinute: 0.045, provider: 'openai', modelId: 'gpt-4.1' },
  {
    id: 'gpt-4.1-mini',
    label: 'GPT 4.1 mini',
    usdPerMinute: 0.016,
    provider: 'openai',
    modelId: 'gpt-4.1-mini',
  },
  {
    id: 'gpt-4.1-nano',
    label: 'GPT 4.1 nano',
    usdPerMinute: 0.004,
    provider: 'openai',
    modelId: 'gpt-4.1-nano',
  },
  {
    id: 'claude-3.7-sonnet',
    label: 'Claude 3.7 Sonnet',
    usdPerMinute: 0.06,
    provider: 'anthropic',
    modelId: 'claude-3-7-sonnet-latest',
  },
  {
    id: 'claude-3.5-haiku',
    label: 'Claude 3.5 Haiku',
    usdPerMinute: 0.02,
    provider: 'anthropic',
    modelId: 'claude-3-5-haiku-latest',
  },
  {
    id: 'gemini-2.0-flash',
    label: 'Gemini 2.0 Flash',
    usdPerMinute: 0.006,
    provider: 'google',
    modelId: 'gemini-2.0-flash',
  },
] as const satisfies readonly LlmOption[];

export type LlmOptionId = (typeof llmOptions)[number]['id'];

export const llmOptionIds = llmOptions.map(({ id }) => id) as [LlmOptionId, ...LlmOptionId[]];

/** The model of a new agent. */
export const defaultLlmOption: LlmOptionId = 'gpt-4.1-mini';

/** A speech-to-speech model; prices are US dollars for a million tokens. Ids are Retell's and the vendor's. */
interface SpeechModelOption {
  id: string;
  label: string;
  usd: Readonly<Record<'textIn' | 'audioIn' | 'cachedIn' | 'textOut' | 'audioOut', number>>;
}

export const speechModelOptions = [
  {
    id: 'gpt-realtime',
    label: 'GPT Realtime',
    usd: { textIn: 4, audioIn: 32, cachedIn: 0.4, textOut: 16, audioOut: 64 },
  },
  {
    id: 'gpt-realtime-mini',
    label: 'GPT Realtime mini',
    usd: { textIn: 0.6, audioIn: 10, cachedIn: 0.3, textOut: 2.4, audioOut: 20 },
  },
] as const satisfies readonly SpeechModelOption[];

export type SpeechModelId = (typeof speechModelOptions)[number]['id'];

export const speechModelIds = speechModelOptions.map(({ id }) => id) as [SpeechModelId, ...SpeechModelId[]];
