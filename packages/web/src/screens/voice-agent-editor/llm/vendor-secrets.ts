import type { LlmOption } from '@tendril/contract/voice/llm-options';

/** The kind of secret that opens each vendor's models, and the vendor's name. */
export const vendorSecrets: Record<LlmOption['provider'], { kind: string; name: string }> = {
  openai: { kind: 'openAIApi', name: 'OpenAI' },
  anthropic: { kind: 'anthropicApi', name: 'Anthropic' },
  google: { kind: 'googleGenerativeAI', name: 'Google' },
};
