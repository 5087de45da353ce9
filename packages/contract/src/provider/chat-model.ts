import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelCache } from './model-cache.ts';

/** Sampling settings a model node adds to every call; absent means the vendor's own default. */
interface ChatModelSettings {
  temperature?: number;
  maxOutputTokens?: number;
  topP?: number;
  topK?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  stopSequences?: string[];
  seed?: number;
}

/** Price in US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
}

/** What a chat-model node passes along its edge: settings, and the vendor's model, created on first use. */
export interface ChatModel {
  nodeId: string;
  /** Vendor in one word: "openai", "anthropic", "demo". */
  provider: string;
  modelId: string;
  /** The built-in demo model; its answers are marked. */
  isDemo: boolean;
  /** The node's own switch; a model that is not streaming answers in one piece. */
  isStreaming: boolean;
  /** Pictures of the question are sent to the model. */
  seesImages?: boolean;
  settings: ChatModelSettings;
  providerOptions?: Record<string, Record<string, unknown>>;
  price?: ModelPrice;
  /** Answers the same question a second time. */
  cache?: ModelCache;
  /** Loads the vendor's package on first use. */
  language(): Promise<LanguageModelV4>;
  /** The same model with tools that the vendor runs itself, where that takes another protocol of the vendor's. */
  languageWithBuiltIn?(): Promise<LanguageModelV4>;
}
