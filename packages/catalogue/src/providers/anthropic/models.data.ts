import type { KnownModel } from '../../model/known-models.ts';

/** Anthropic's models; prices in US dollars per million tokens, where known for sure. */
export const anthropicModels: readonly KnownModel[] = [
  { id: 'claude-haiku-4-5', price: { input: 1, output: 5 } },
  { id: 'claude-sonnet-4-5', price: { input: 3, output: 15 } },
  { id: 'claude-opus-4-5', price: { input: 5, output: 25 } },
  { id: 'claude-sonnet-4-6', price: { input: 3, output: 15 } },
  { id: 'claude-opus-4-6', price: { input: 5, output: 25 } },
  { id: 'claude-opus-4-7' },
  { id: 'claude-opus-4-8' },
  { id: 'claude-haiku-5-5' },
  { id: 'claude-sonnet-5' },
  { id: 'claude-sonnet-5-5' },
  { id: 'claude-opus-5' },
  { id: 'claude-opus-5-5' },
  { id: 'claude-fable-5' },
  { id: 'claude-fable-5-1' },
  { id: 'claude-fable-5-2' },
  { id: 'claude-opus-4-1', price: { input: 15, output: 75 } },
  { id: 'claude-sonnet-4-0', price: { input: 3, output: 15 } },
  { id: 'claude-3-haiku', price: { input: 0.25, output: 1.25 } },
];
