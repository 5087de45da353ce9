/** Vendors of speech recognition: first those that recognize while the caller speaks, the fastest first. */
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
