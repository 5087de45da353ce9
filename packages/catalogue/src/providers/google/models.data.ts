import type { KnownModel } from '../../model/known-models.ts';

/** Google's Gemini models; prices in US dollars per million tokens (prompts up to 200,000 tokens), where known for sure. */
export const googleModels: readonly KnownModel[] = [
  { id: 'gemini-2.5-flash', price: { input: 0.3, output: 2.5 } },
  { id: 'gemini-2.5-flash-lite', price: { input: 0.1, output: 0.4 } },
  { id: 'gemini-2.5-pro', price: { input: 1.25, output: 10 } },
  { id: 'gemini-3-flash-preview' },
  { id: 'gemini-3.1-pro-preview' },
  { id: 'gemini-3.5-flash' },
  { id: 'gemini-3.5-flash-lite' },
  { id: 'gemini-3.6-flash' },
  { id: 'gemini-3.7-flash' },
  { id: 'gemini-3.8-flash' },
  { id: 'gemini-4-argon' },
  { id: 'gemini-4-carbon' },
  { id: 'gemini-4-hydrogen' },
  { id: 'gemini-2.0-flash', price: { input: 0.1, output: 0.4 } },
  { id: 'gemini-2.0-flash-lite', price: { input: 0.075, output: 0.3 } },
];
