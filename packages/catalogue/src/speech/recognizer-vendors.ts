/** Vendors of speech recognition: first those that hear while somebody speaks, the fastest first. */
export const recognizerVendors = [
  'deepgram',
  'assemblyai',
  'elevenlabs',
  'azure',
  'cartesia',
  'openai',
  'groq',
  'google',
] as const;
export type RecognizerVendor = (typeof recognizerVendors)[number];
