import type { KnownModel } from '../../model/known-models.ts';

/** OpenAI's chat models; prices in US dollars per million tokens, where known for sure. */
export const openAiModels: readonly KnownModel[] = [
  { id: 'gpt-4o-mini', price: { input: 0.15, output: 0.6 } },
  { id: 'gpt-4o', price: { input: 2.5, output: 10 } },
  { id: 'gpt-4.1', price: { input: 2, output: 8 } },
  { id: 'gpt-4.1-mini', price: { input: 0.4, output: 1.6 } },
  { id: 'gpt-4.1-nano', price: { input: 0.1, output: 0.4 } },
  { id: 'gpt-5', price: { input: 1.25, output: 10 } },
  { id: 'gpt-5-mini', price: { input: 0.25, output: 2 } },
  { id: 'gpt-5-nano', price: { input: 0.05, output: 0.4 } },
  { id: 'gpt-5.1', price: { input: 1.25, output: 10 } },
  { id: 'gpt-5.2', price: { input: 1.75, output: 14 } },
  { id: 'gpt-5.4' },
  { id: 'gpt-5.4-mini' },
  { id: 'gpt-5.4-nano' },
  { id: 'gpt-5.5' },
  { id: 'gpt-5.6' },
  { id: 'gpt-6-astra' },
  { id: 'gpt-6-luna' },
  { id: 'gpt-6-sol' },
  { id: 'gpt-6.1-sol' },
  { id: 'gpt-6.1-terra' },
  { id: 'o3', price: { input: 2, output: 8 } },
  { id: 'o3-mini', price: { input: 1.1, output: 4.4 } },
  { id: 'o4-mini', price: { input: 1.1, output: 4.4 } },
  { id: 'gpt-4-turbo', price: { input: 10, output: 30 } },
  { id: 'gpt-4', price: { input: 30, output: 60 } },
  { id: 'gpt-3.5-turbo', price: { input: 0.5, output: 1.5 } },
];

/** OpenAI's embedding models; they generate nothing, so only the input has a price. */
export const openAiEmbeddingModels: readonly KnownModel[] = [
  { id: 'text-embedding-3-small', price: { input: 0.02, output: 0 } },
  { id: 'text-embedding-3-large', price: { input: 0.13, output: 0 } },
  { id: 'text-embedding-ada-002', price: { input: 0.1, output: 0 } },
];
